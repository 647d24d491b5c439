import { CHANNELS, type Channel, GENERIC } from '@hookline/contract';
import { commonHeaders, dateHeader } from '../http/every-answer.ts';
import type { FastPath } from '../http/fast-path.ts';
import { checkedJson } from '../http/json-text.ts';
import { acceptanceAt } from './acceptance.ts';
import { type IntakeOptions, JSON_TYPE, urlOf } from './routes.ts';

/** The intake without the framework: the same checks, in an order that refuses nothing half-way. */
export function intakeFastPaths(options: IntakeOptions, keepAlive: number): FastPath[] {
  const channels: (Channel | null)[] = [null, ...CHANNELS];
  return channels.map((channel) => fastPath(channel, options, keepAlive));
}

function fastPath(channel: Channel | null, options: IntakeOptions, keepAlive: number): FastPath {
  const { maxBytes, rate, known } = options;
  const path = urlOf(channel);
  const accept = acceptanceAt(path, channel, options);
  const lines = Object.entries({ ...commonHeaders('POST'), 'content-type': JSON_TYPE });
  const head = `HTTP/1.1 202 Accepted\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
  const tail = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAlive / 1000)}\r\n\r\n`;

  return {
    method: 'POST',
    path,
    take(request, answered) {
      const { headers, body, socket } = request;
      if (body.length > maxBytes || rate?.allows(request) === false) return 'left';
      const owner = known.ownerOf(request);
      const judge = known.judgeOf(channel ?? GENERIC, owner, headers);
      const sender = judge ? judge(body) : (owner ?? null);
      const payload = checkedJson(body);
      // Last, so that a request which is left is not counted twice.
      const accepted = accept(sender, headers, payload, () => rate?.take(request));
      // Others on this connection would be answered before it: this way is for what is known now.
      if (accepted instanceof Promise) throw new TypeError('the receipt comes later');
      const { receipt, isRepeated } = accepted;
      const replayed = isRepeated ? 'idempotent-replayed: true\r\n' : '';
      const answer = () =>
        socket.write(
          `${head}${replayed}content-length: ${receipt.length}\r\nDate: ${dateHeader()}\r\n${tail}${receipt}`,
          'latin1',
        );
      const isLater = options.whenKept(() => {
        if (!socket.destroyed) answer();
        answered();
      });
      if (!isLater) answer();
      return isLater ? 'answers later' : 'answered';
    },
  };
}
