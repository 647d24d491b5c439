import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const deploy = join(import.meta.dirname, '..');

function promtool(...words: string[]): void {
  const { status, stdout, stderr } = spawnSync('promtool', words, { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
}

test('Prometheus takes the rules', () => {
  promtool('check', 'rules', '--lint=all', '--lint-fatal', join(deploy, 'alerts.yaml'));
});

test('each rule tells what it is for, and nothing else', () => {
  promtool('test', 'rules', join(deploy, 'alerts.test.yaml'));
  const names = (file: string) =>
    new Set(
      [...readFileSync(join(deploy, file), 'utf8').matchAll(/alert(?:name)?: (\w+)/g)].map(
        ([, name]) => name,
      ),
    );
  expect([...names('alerts.test.yaml')].sort()).toEqual([...names('alerts.yaml')].sort());
});

test('Prometheus understands every question of the dashboard', () => {
  const dashboard = JSON.parse(readFileSync(join(deploy, 'grafana-dashboard.json'), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  expect(asked.length).toBeGreaterThan(15);
  const rules = asked.map((expr, number) => ({
    record: `dashboard:question:${number}`,
    expr: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$\w+/g, 'a'),
  }));
  const folder = mkdtempSync(join(tmpdir(), 'hookline-dashboard-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'rules.json');
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  promtool('check', 'rules', file);
});
