import { SCENARIOS, type Scenario } from '../../packages/contract/src/telephony.ts';
import { STOCK } from '../../packages/server/src/telephony/systems/mock/stock.ts';
import { JobBoard } from './jobs.ts';
import { people } from './people.ts';
import { pick } from './pick.ts';

export interface OfficeOptions {
  readonly url: string;
  readonly token: string | undefined;
  readonly say: (text: string) => void;
}

/** The page should be seen to move, and a person should still be able to read it. */
const MESSAGE_EVERY = 1800;
const CALL_EVERY = 7000;
const FIRST_AFTER = 500;

const CALLERS = STOCK.filter((entry) => entry['kind'] !== 'internal');
/** Ordinary calls are more frequent than the strange ones. */
const OFTEN: readonly Scenario[] = ['answered', 'answered', 'missed', 'transferred', ...SCENARIOS];

/** An ordinary morning at the office, over HTTP like everything that comes from outside. */
export function playOffice({ url, token, say }: OfficeOptions): { stop(): void } {
  const jobs = new JobBoard();
  const send = async (path: string, body: unknown, what: string): Promise<void> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    try {
      const { status } = await fetch(url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      say(`${time()}  ${path.padEnd(22)} ${status}  ${what}`);
    } catch (error) {
      say(`${time()}  ${path.padEnd(22)} ---  ${(error as Error).message}`);
    }
  };

  const sendMessage = () => {
    const { path, body, what } = Math.random() < 0.55 ? jobs.next() : pick(people)();
    return send(path, body, what);
  };
  const startCall = () => {
    const { number, name } = pick(CALLERS);
    const scenario = pick(OFTEN);
    return send('/api/mock/calls', { from: number, scenario }, `${scenario}: ${name}`);
  };

  const timers = [
    setTimeout(startCall, FIRST_AFTER),
    setTimeout(sendMessage, FIRST_AFTER),
    setInterval(sendMessage, MESSAGE_EVERY),
    setInterval(startCall, CALL_EVERY),
  ];
  return { stop: () => timers.forEach(clearTimeout) };
}

function time(): string {
  return new Date().toLocaleTimeString('de-DE');
}
