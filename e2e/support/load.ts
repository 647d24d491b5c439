import { Agent, request } from 'node:http';
import type { Receipt } from '@hookline/contract';
import { pause, until } from './archive.ts';
import type { Service } from './service.ts';

export interface Answer {
  /** What the service answered; 0 when it did not. */
  readonly status: number;
  /** The number of the event. */
  readonly id: number;
  /** Which post it answers, in the order in which they were sent. */
  readonly turn: number;
}

export interface Load {
  readonly answers: readonly Answer[];
  /** How many posts were sent so far; some of them may not be answered yet. */
  readonly sent: number;
  /** Waits for so many more answers. */
  goesOn(count: number): Promise<void>;
  /** Ends it and waits for the answers that are still due. */
  stop(): Promise<readonly Answer[]>;
}

export type Post = (turn: number) => readonly [path: string, body: string];

/** Events that nothing is derived from. */
export const generic: Post = (turn) => ['/api/webhook', `{"turn":${turn}}`];

/** Every kind of event in turn, so that all tables are written to. */
export const mixed: Post = (turn) => {
  if (turn % 3 === 1) return ['/api/webhook/jobs', `{"job_id":"J${turn % 50}","n":${turn}}`];
  if (turn % 3 === 2) {
    const number = `030 9018${String(turn % 40).padStart(2, '0')}`;
    return ['/api/webhook/kunden', `{"name":"K${turn}","telefon":"${number}"}`];
  }
  return ['/api/webhook', `{"n":${turn}}`];
};

/** Between two of one sender; some hundred a second are more than a dispatch office has. */
const PACE = 20;

/** Posts from several senders at once until it is stopped. */
export function startLoad(service: Service, post: Post = generic, senders = 4): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: senders });
  const answers: Answer[] = [];
  let stopped = false;
  let turn = 0;
  const send = async () => {
    while (!stopped) {
      const answer = await answerTo(service, agent, turn++, post);
      answers.push(answer);
      // Nobody listens there any more.
      if (answer.status === 0) return;
      await pause(PACE);
    }
  };
  const done = Promise.all(Array.from({ length: senders }, send));
  return {
    answers,
    get sent() {
      return turn;
    },
    async goesOn(count) {
      const wanted = answers.length + count;
      await until(
        () => answers.length,
        (there) => there >= wanted,
      );
    },
    async stop() {
      stopped = true;
      await done;
      agent.destroy();
      return answers;
    },
  };
}

/** Posts so many, one after another. */
export async function postAll(service: Service, count: number, post: Post = generic) {
  const agent = new Agent({ keepAlive: true });
  const answers: Answer[] = [];
  for (let turn = 0; turn < count; turn++) {
    answers.push(await answerTo(service, agent, turn, post));
  }
  agent.destroy();
  return answers;
}

function answerTo({ port }: Service, agent: Agent, turn: number, post: Post): Promise<Answer> {
  const [path, body] = post(turn);
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, id: 0, turn });
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('error', fail);
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const { id } = status === 202 ? (JSON.parse(text) as Receipt) : { id: 0 };
        resolve({ status, id, turn });
      });
    });
    sent.on('error', fail);
    sent.end(body);
  });
}

/** The numbers of everything that was accepted, smallest first. */
export function acceptedIds(answers: readonly Answer[]): number[] {
  return answers
    .filter(({ status }) => status === 202)
    .map(({ id }) => id)
    .sort((a, b) => a - b);
}
