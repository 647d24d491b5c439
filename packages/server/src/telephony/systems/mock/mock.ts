import { CALL_COMMANDS } from '@hookline/contract';
import { ArchiveError } from '../../../archive/engine/archive-error.ts';
import { HttpProblem } from '../../../http/app.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import { Calls } from './calls.ts';
import { ALL_ON, mockRoutes } from './routes.ts';
import { otherSideOf } from './scenarios.ts';
import { DESK } from './stock.ts';

/** A telephone system that is played: `/api/mock/**` plays the network and the other people. */
export function createMock(context: SystemContext): TelephonySystem {
  const { app, book, cache, schedule, now } = context;
  const calls = new Calls({ book, now, onEvent: context.tell });
  const parts = { book, cache, calls, schedule, switches: { ...ALL_ON } };
  mockRoutes(app, { ...parts, fill: () => context.fillBook().catch(refuse) });
  return {
    orders: ['dial', ...CALL_COMMANDS],
    live: () => calls.live(),
    deskOf: () => DESK,
    givesBook: () => parts.switches.addresses,
    dial(number) {
      const call = calls.dial(number);
      otherSideOf(parts, call, () => parts.switches.pickUp);
      return call.callId;
    },
    command: (command, callId, _desk, to) => calls.command(command, callId, to),
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof ArchiveError)) throw error;
  throw new HttpProblem('archive_unavailable', error.message, { 'retry-after': '5' });
}
