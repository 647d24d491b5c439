import { expect, test } from 'vitest';
import { ATTACKS, type AttackName, play, startOf } from '../attacks/play.ts';
import { startService } from './support/service.ts';

/** What `deploy/` allows, in MiB. */
const LIMIT = 1024;
/** No smaller share of the pushes begins as many calls as may be on. */
const shareOf = (name: AttackName) => (name === 'floodingPushes' ? 0.05 : 0.02);

test.each(ATTACKS)(
  '[SE4] %s: the service stays within its limits and ends in order',
  async (name) => {
    const { program, port } = await startService(...startOf(name));
    const { pid = 0 } = program.child;
    const { peak } = await play(name, shareOf(name), { port, pid });
    expect(peak).toBeLessThan(LIMIT);
    program.child.kill('SIGTERM');
    expect(await program.outcome).toMatchObject({ code: 0 });
  },
);
