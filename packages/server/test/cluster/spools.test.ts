import { expect, test, vi } from 'vitest';
import { type Node, twoNodes } from './nodes.ts';

const ERASED = { events: 0, addresses: 0, calls: 0, jobs: 0, setAside: 0 };

function archiveOf({ archive }: Node) {
  if (!archive) throw new Error('this node has a real archive');
  return archive;
}

test('[CM1] erasing a number reaches what waits on other nodes for the database, and names those that did not do it', async () => {
  const { nodes } = await twoNodes();
  const [first, second] = nodes.map(archiveOf);
  if (!first || !second) throw new Error('there are two');
  vi.spyOn(first, 'eraseNumber').mockResolvedValue(ERASED);
  const own = vi.spyOn(first, 'eraseSpool');
  const others = vi.spyOn(second, 'eraseSpool').mockResolvedValue();
  const erase = async () => {
    const answer = await fetch(`${nodes[0].url}/api/privacy/erase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"number":"+49 30 901820"}',
    });
    expect([answer.status, await answer.json()]).toEqual([200, ERASED]);
  };
  // Once they have heard of each other.
  await expect
    .poll(async () => {
      await erase();
      return others.mock.calls.length;
    })
    .toBeGreaterThan(0);
  expect(others.mock.calls[0]).toEqual(['+49 30 901820']);
  // Its own is looked through with the rest.
  expect(own).not.toHaveBeenCalled();
  const named = () => nodes[0].logLines.filter((line) => line.includes('did not look through'));
  expect(named()).toEqual([]);
  // Nobody is told a number by the log.
  expect([...nodes[0].logLines, ...nodes[1].logLines].join('')).not.toMatch(/901820/);

  others.mockRejectedValue(new Error('the database is away'));
  await erase();
  expect(named()).toHaveLength(1);
  expect(named()[0]).toMatch(/"nodes":\["[\da-f]{8}"\]/);
});
