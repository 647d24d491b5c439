import { expect, test } from 'vitest';
import { isOld } from '../../src/cluster/check-cluster.ts';
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
  const [found, old] = await check(right);
  expect(found).toMatch(
    new RegExp(`^ok ${shown}: nats-server [\\d.]+, stream hookline is made at the first start$`),
  );
  // Of the server that Debian has.
  if (old !== undefined) expect(old).toMatch(/^note nats-server 2\.9\.10 is older than 2\.10\.23/);
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
  expect(['2.9.10', '2.10.22', '1.99.99', '2.10.23-beta'].map(isOld)).toEqual([
    true,
    true,
    true,
    false,
  ]);
  expect(['2.10.23', '2.11.0', '3.0.0', '2.12.1'].map(isOld)).toEqual([false, false, false, false]);
});
