import type { PhoneCall, Scenario } from '@hookline/contract';
import type { PhoneBook } from '../../phone-book.ts';
import type { Schedule } from '../../schedule.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import type { Calls } from './calls.ts';
import { DESK, OTHER_DESK, UNKNOWN_CALLER } from './stock.ts';

export interface Stage {
  readonly calls: Calls;
  readonly book: PhoneBook;
  readonly schedule: Schedule;
}

/** What is known while a scenario plays. `others` are further calls that it started. */
interface Play {
  callId: string;
  readonly others: string[];
  readonly calls: Calls;
  /** The caller's name from the phone book, shown or not. */
  readonly name: string | null;
}

type Step = readonly [afterMs: number, act: (play: Play) => void];

const answers = ({ calls, callId }: Play) => void calls.pickUp(callId);
const hangsUp = ({ calls, callId }: Play) => void calls.otherSideHangsUp(callId);
const ANSWERED: readonly Step[] = [
  [3000, answers],
  [8000, hangsUp],
];

const SCRIPTS: Readonly<Record<Scenario, readonly Step[]>> = {
  answered: ANSWERED,
  missed: [[6000, hangsUp]],
  busy: [[600, ({ calls, callId }) => void calls.failToConnect(callId, 'busy')]],
  transferred: [
    [3000, answers],
    [4000, ({ calls, callId }) => void calls.command('transfer', callId, OTHER_DESK)],
  ],
  anonymous: ANSWERED,
  unknown: ANSWERED,
  'late-name': [
    [1200, ({ calls, callId, name }) => void calls.nameCaller(callId, name)],
    ...ANSWERED,
  ],
  'no-answer-event': [
    [3000, ({ calls, callId }) => void calls.pickUp(callId, { isTold: false })],
    [8000, hangsUp],
  ],
  'changed-id': [
    [
      3000,
      (play) => {
        play.callId = play.calls.changeId(play.callId);
        answers(play);
      },
    ],
    [8000, hangsUp],
  ],
  // The caller lost patience and dialled again, and the old hang-up is slower than the new ring.
  overlapping: [
    [
      4000,
      ({ calls, callId, others }) => {
        const { from, to } = calls.get(callId);
        others.push(calls.ring(from, to).callId);
      },
    ],
    [700, hangsUp],
    [3000, ({ calls, others }) => void others.map((callId) => calls.pickUp(callId))],
    [6000, ({ calls, others }) => void others.map((callId) => calls.otherSideHangsUp(callId))],
  ],
};

const NAMELESS: ReadonlySet<Scenario | undefined> = new Set(['unknown', 'late-name']);

/** Starts a call; with a scenario it plays by itself from there. */
export function startCall(
  stage: Stage,
  { from, to = DESK, scenario }: { from?: string; to?: string; scenario?: Scenario },
): PhoneCall {
  const { book, calls } = stage;
  const raw = scenario === 'anonymous' ? 'anonymous' : (from ?? unknownCaller(scenario));
  const caller = book.party(raw);
  if (caller.number === null && !caller.anonymous) {
    throw new TelephonyProblem(
      'bad_request',
      'from is no number and does not say that it is withheld.',
    );
  }
  const called = book.party(to);
  if (called.number === null) throw new TelephonyProblem('bad_request', 'to is no number.');
  const shown = NAMELESS.has(scenario) ? { ...caller, name: null } : caller;
  const call = calls.ring(shown, called);
  if (call.state === 'dialing') otherSideOf(stage, call, () => false);
  if (scenario) {
    const play: Play = { callId: call.callId, others: [], calls, name: caller.name };
    perform(stage.schedule, play, SCRIPTS[scenario]);
  }
  return call;
}

function unknownCaller(scenario: Scenario | undefined): string {
  if (scenario === 'unknown') return UNKNOWN_CALLER;
  throw new TelephonyProblem('bad_request', 'from is missing: the number that calls.');
}

function perform(schedule: Schedule, play: Play, [next, ...rest]: readonly Step[]): void {
  if (!next) return;
  const [afterMs, act] = next;
  schedule.after(afterMs, () => {
    attempt(() => act(play));
    perform(schedule, play, rest);
  });
}

/** A person at a desk may have been quicker; then the rest of the script is played where it fits. */
function attempt(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(error instanceof TelephonyProblem)) throw error;
  }
}

/** What happens at the other end of a call that a desk placed. */
export function otherSideOf(stage: Stage, call: PhoneCall, picksUp: () => boolean): void {
  const { calls, schedule } = stage;
  schedule.after(800, () =>
    attempt(() => {
      if (calls.isBusy(call.callId, call.to.number)) calls.failToConnect(call.callId, 'busy');
      else calls.ringsThere(call.callId);
    }),
  );
  schedule.after(4000, () =>
    attempt(() => {
      if (picksUp()) calls.pickUp(call.callId);
    }),
  );
}
