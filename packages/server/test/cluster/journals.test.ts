import { expect, test } from 'vitest';
import { rowsOf } from '../../../../e2e/support/archive.ts';
import { plugIn } from '../../../../e2e/support/cable.ts';
import { databaseWithTables } from '../support/databases.ts';
import { type Node, nats, startNode } from './nodes.ts';

const NUMBER = '+49 30 901820';

test('[CM1] [AR13] erasing a number reaches what waits on other nodes for the database, and names those that did not do it', async () => {
  const { url } = await nats();
  const database = new URL(await databaseWithTables('postgres'));
  const cable = await plugIn(Number(database.port));
  const behind = Object.assign(new URL(database), { host: new URL(cable.url).host });
  const near = await startNode(url, { 'app.archive.url': database.href });
  const far = await startNode(url, { 'app.archive.url': behind.href });
  const call = (callId: string, from = NUMBER) =>
    far.post(JSON.stringify({ callId, from, direction: 'in', state: 'ringing' }), '/api/calls');
  const erase = async () => {
    const answer = await near.post(JSON.stringify({ number: NUMBER }), '/api/privacy/erase');
    expect(answer.status).toBe(200);
    return (await answer.json()).missing;
  };
  const calls = async () => (await rowsOf(database.href, 'select call_id from calls')).length;
  const named = () => near.logLines.filter((line) => line.includes('did not look through'));
  const settled = async ({ url }: Node) =>
    /^hookline_archive_queue_bytes 0$/m.test(await (await fetch(`${url}/metrics`)).text());

  expect((await call('1')).status).toBe(202);
  await expect.poll(calls).toBe(1);
  await expect.poll(async () => (await far.readiness()).status).toBe('ready');
  expect(await erase()).toEqual([]);
  expect(named()).toEqual([]);
  expect(await calls()).toBe(0);

  cable.cut();
  expect((await call('2')).status).toBe(202);
  expect((await call('3', '030 901999')).status).toBe(202);
  await expect.poll(async () => (await far.readiness()).reasons).not.toEqual([]);
  expect(await erase()).toEqual([expect.stringMatching(/:\d+$/)]);
  expect(named()).toHaveLength(1);

  // What it could not look through is held against the mark of the erasure.
  cable.mend();
  await expect.poll(calls).toBe(1);
  await expect.poll(() => settled(far)).toBe(true);
  expect(await rowsOf(database.href, 'select call_id from calls')).toEqual([{ call_id: '3' }]);
  expect(await erase()).toEqual([]);
  // Nobody is told a number by the log.
  expect([...near.logLines, ...far.logLines].join('')).not.toMatch(/901820/);
});
