import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERRORS } from '@hookline/contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Config } from '../src/config/properties.ts';
import { runServer } from './support/running-server.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manual = read('docs/operations.md');

const TELEPHONE = {
  'app.telephony.system': 'cti',
  'app.telephony.push.token': 'a-token',
  'app.webhook.silence': { jobs: 60_000 },
  // Nobody is there: what is told is told all the same.
  'app.cluster.url': { servers: ['nats://127.0.0.1:1'] },
} as const;

/** Name and kind of every metric that a running server tells, with all there is to be told of. */
async function told(config: Partial<Config> = TELEPHONE): Promise<Map<string, string>> {
  const { url } = await runServer(config);
  const text = await (await fetch(`${url}/metrics`)).text();
  const types = text.matchAll(/^# TYPE (\w+) (\w+)$/gm);
  return new Map([...types].map(([, name = '', kind = '']) => [name, kind]));
}

function rows(mark: string): string[][] {
  const tables = manual.matchAll(new RegExp(`<!-- ${mark} -->\n(.*?)<!-- /${mark} -->`, 'gs'));
  return [...tables].flatMap(([, table = '']) =>
    [...table.matchAll(/^\| `(.+)` \|(.*)\|$/gm)].map(([, first = '', rest = '']) => [
      first,
      ...rest.split(' | ').map((cell) => cell.trim()),
    ]),
  );
}

/** The metrics that an expression asks for. */
function asked(expression: string, known: ReadonlyMap<string, string>): string[] {
  const names = expression.match(/\b(?:hookline|process|nodejs)_\w+/g) ?? [];
  return names.map((name) => {
    const base = name.replace(/_(?:bucket|sum|count)$/, '');
    return known.get(base) === 'histogram' ? base : name;
  });
}

test('[OB] the manual tells of every metric, and of none that is not there', async () => {
  const documented = new Map(rows('metrics').map(([name = '', kind = '']) => [name, kind]));
  expect([...documented].sort()).toEqual([...(await told())].sort());
});

test('[TS10] of a telephone system that nobody has nothing is told', async () => {
  const names = [...(await told({ 'app.profiles': ['mock'] })).keys()];
  expect(names.filter((name) => name.startsWith('hookline_telephony'))).toEqual([]);
});

test('[OB] alerts and dashboard ask only for what is there, and the dashboard for all of ours', async () => {
  const known = await told();
  const { groups } = parse(read('deploy/alerts.yaml')) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  const { panels } = JSON.parse(read('deploy/grafana-dashboard.json')) as {
    panels: { id: number; targets: { expr: string }[] }[];
  };
  const questions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const all = [...rules.map(({ expr }) => expr), ...questions].flatMap((each) =>
    asked(each, known),
  );
  expect(all.filter((name) => !known.has(name))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const shown = new Set(questions.flatMap((each) => asked(each, known)));
  const ours = [...known.keys()].filter((name) => name.startsWith('hookline_'));
  const former = rows('metrics').flatMap(([name = '', , what]) =>
    what === 'earlier name of that' ? name : [],
  );
  expect(ours.filter((name) => !shown.has(name))).toEqual(former);

  const codes = rules.flatMap(({ expr }) =>
    [...expr.matchAll(/code=~?"([^"]+)"/g)].flatMap(([, text = '']) => text.split('|')),
  );
  expect(codes.filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([]);
  for (const { alert } of rules) expect(manual).toContain(`| \`${alert}\` |`);
});

/** Where the reasons are put together, each from its first line to its last. */
const REASONS = [
  ['packages/server/src/archive/threads/thread-archive.ts', 'troubles(): string[] {', '\n  }\n'],
  ['packages/server/src/archive/engine/journal/outbox.ts', 'troubles(trouble: string', '\n  }\n'],
  ['packages/server/src/archive/engine/journal/journal.ts', 'troubles(): string[] {', '\n  }\n'],
  ['packages/server/src/archive/engine/store/open-archive.ts', 'function fileNewsText({', '\n}\n'],
  ['packages/server/src/archive/threads/feed-watch.ts', 'troubles(): string[] {', '\n  }\n'],
  ['packages/server/src/archive/threads/feed-watch.ts', '#unfed(): string[] {', '\n  }\n'],
  ['packages/server/src/cluster/cluster.ts', 'obstacle(): string | undefined {', '\n  }\n'],
  ['packages/server/src/cluster/node.ts', 'obstacle(): string | undefined {', '\n  }\n'],
  ['packages/server/src/cluster/prepare.ts', 'export const NO_ROOM =', ';\n'],
  ['packages/server/src/cluster/prepare.ts', 'export const SWITCHED_OFF =', ';\n'],
  ['packages/server/src/cluster/prepare.ts', 'function payloadProblem(', '\n}\n'],
  ['packages/server/src/cluster/prepare.ts', 'function versionProblem(', '\n}\n'],
  ['packages/server/src/cluster/peers.ts', 'troubles(): string[] {', '\n  }\n'],
  ['packages/server/src/cluster/peers.ts', 'function clockText(', '\n}\n'],
  ['packages/server/src/telephony/systems/fritzbox/fritzbox.ts', 'onDown(reason) {', '\n    },\n'],
  [
    'packages/server/src/telephony/systems/asterisk/system.ts',
    'const ami = new Ami({',
    '\n  });\n',
  ],
  ['packages/server/src/telephony/systems/sip/registration.ts', '#refuse(what: string)', '\n  }\n'],
  [
    'packages/server/src/telephony/systems/sip/registration.ts',
    '#noAnswer(reason: string)',
    '\n  }\n',
  ],
  ['packages/server/src/sources/sources.ts', 'troubles(): readonly string[] {', '\n  }\n'],
  ['packages/server/src/api/operations.ts', "if (phase !== 'running') {", '\n      }\n'],
] as const;

test('[OB] what /readyz may say stands in the manual, and nothing else does', () => {
  const said = REASONS.flatMap(([file, first, last]) => {
    const source = read(file);
    const from = source.indexOf(first);
    const texts = source
      .slice(from, source.indexOf(last, from))
      // Sentences: what stands in single quotes and is one word is no text.
      .matchAll(/`([^`]+)`|"([^"]+)"|'(\w+ [^'\n]+)'/g);
    return [...texts].map(([, made, plain, simple = '']) =>
      (made ?? plain ?? simple).replaceAll(/\$\{[^}]*\}/g, '…'),
    );
  });
  // The phase is put in where it is said.
  const documented = rows('reasons').map(([text = '']) =>
    text.replace(/ (?:starting|draining)$/, ' …'),
  );
  expect(said.length).toBeGreaterThan(6);
  expect(new Set(documented)).toEqual(new Set(said));
});
