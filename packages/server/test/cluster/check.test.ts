import { expect, test } from 'vitest';
import { versionProblem } from '../../src/cluster/prepare.ts';
import { outcome } from '../commands/typed-command.ts';
import { nats, startNode } from './nodes.ts';

async function check(url: string, ...more: string[]) {
  const words = [
    '--app.server.port=0',
    '--app.archive.url=off',
    `--app.cluster.url=${url}`,
    ...more,
  ];
  const { out } = await outcome(['check', ...words]);
  return [...out.matchAll(/^(\w+) +cluster +(.+)$/gm)].map(([, state, text]) => `${state} ${text}`);
}

test('[CM1] hookline check says what a node would meet with, and makes nothing', async () => {
  const server = await nats('authorization { user: office, password: right }');
  const right = server.url.replace('nats://', 'nats://office:right@');
  const shown = server.url;
  const [found, ...others] = await check(right);
  expect(others).toEqual([]);
  expect(found).toMatch(
    new RegExp(`^ok ${shown}: nats-server [\\d.]+, stream hookline is made at the first start$`),
  );
  // Nothing was made: it says so again.
  expect((await check(right))[0]).toBe(found);
  const node = await startNode(right);
  await node.post('1');
  expect((await check(right))[0]).toMatch(/stream hookline with 1 events in one copy$/);
  expect((await check(right, '--app.webhook.max-bytes=5000000')).join('\n')).toMatch(
    /^wrong NATS takes messages of 2097152 bytes at most.*put max_payload: 6MB into nats\.conf$/m,
  );

  const [refused] = await check(server.url.replace('nats://', 'nats://office:geheim@'));
  expect(refused).toMatch(/^wrong app\.cluster\.url: NATS refuses the login/);
  expect(refused).not.toMatch(/geheim/);
  await server.kill();
  const [away] = await check(right);
  expect(away).toMatch(new RegExp(`^wrong ${shown} cannot be reached: .*see app\\.cluster\\.url$`));
  expect(await outcome(['check', '--app.archive.url=off', '--app.server.port=0'])).toMatchObject({
    out: expect.not.stringMatching(/^\w+ +cluster /m),
  });
});

test('which versions of nats-server are too old', () => {
  const old = (version: string) => versionProblem(version) !== undefined;
  expect(['2.9.10', '2.10.22', '1.99.99'].map(old)).toEqual([true, true, true]);
  expect(['2.10.23', '2.10.23-beta', '2.11.0', '3.0.0', '2.12.1'].map(old)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ]);
});
