import { STATUS_CODES } from 'node:http';
import { CHANNELS, type Channel, GENERIC } from '@hookline/contract';
import { commonHeaders, dateHeader } from '../http/every-answer.ts';
import type { FastPath } from '../http/fast-path.ts';
import { checkedJson } from '../http/json-text.ts';
import type { HttpProblem } from '../http/problem.ts';
import { type Accepted, acceptanceAt } from './acceptance.ts';
import { type IntakeOptions, JSON_TYPE, urlOf } from './routes.ts';

const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

/**
 * The intake without the framework: the same checks, in an order that refuses nothing half-way.
 * Where several nodes share the events, JetStream answers, and not in the order it was asked.
 */
export function intakeFastPaths(
  options: IntakeOptions,
  keepAlive: number,
  isShared: boolean,
): FastPath[] {
  const { maxBytes, rate, known } = options;
  const lines = Object.entries(commonHeaders('POST'));
  const common = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `HTTP/1.1 202 Accepted\r\n${common}content-type: ${JSON_TYPE}\r\n`;
  const tail = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`;

  function end(body: string): string {
    return `content-length: ${Buffer.byteLength(body)}\r\nDate: ${dateHeader()}\r\n${tail}${body}`;
  }

  function refusal(problem: HttpProblem): string {
    const { status, headers } = problem;
    const own = Object.entries({ ...headers, 'content-type': PROBLEM_TYPE });
    const told = own.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${common}${told}${end(JSON.stringify(problem.body()))}`;
  }

  const at = (channel: Channel | null): FastPath => {
    const path = urlOf(channel);
    const accept = acceptanceAt(path, channel, options);
    return {
      method: 'POST',
      path,
      isOneByOne: isShared,
      take(request, answered, refused) {
        const { headers, body, socket } = request;
        if (body.length > maxBytes || rate?.allows(request) === false) return 'left';
        const owner = known.ownerOf(request);
        const judge = known.judgeOf(channel ?? GENERIC, owner, headers);
        const sender = judge ? judge(body) : (owner ?? null);
        const payload = checkedJson(body);
        // Last, so that a request which is left is not counted twice.
        const accepted = accept(sender, headers, payload, () => rate?.take(request));
        const answer = ({ receipt, isRepeated }: Accepted) => {
          const replayed = isRepeated ? 'idempotent-replayed: true\r\n' : '';
          if (!socket.destroyed) socket.write(`${head}${replayed}${end(receipt)}`, 'latin1');
        };
        if (accepted instanceof Promise) {
          accepted
            .then(answer, (cause: unknown) => {
              if (sender !== null) options.owners.set(request, { owner: sender });
              const problem = refused(cause);
              if (!socket.destroyed) socket.write(refusal(problem));
            })
            .then(answered);
          return 'answers later';
        }
        const isLater = options.whenKept(() => {
          answer(accepted);
          answered();
        });
        if (!isLater) answer(accepted);
        return isLater ? 'answers later' : 'answered';
      },
    };
  };
  return [null, ...CHANNELS].map(at);
}
