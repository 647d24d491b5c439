import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SseParser } from '../src/sse-parser.ts';

const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    'data',
    'data:',
    'data: ',
    'data:  x',
    'id',
    'id: 7',
    'id:\0',
    ': hm',
    'event',
  ),
  fc.constantFrom(
    'event: hello',
    'event:',
    'retry: 1500',
    'retry: 1x',
    'retry:',
    'x: y',
    'datax: 1',
  ),
  fc.string({ unit: fc.constantFrom('a', ':', ' ', 'ü', '"') }).map((text) => `data: ${text}`),
);
const text = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r', '\r\n')), { maxLength: 40 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''));

test('[ST2] reads every stream as eventsource-parser does, however it is cut into chunks', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat({ max: 12 })), (stream, sizes) => {
      const [mine, theirs]: [unknown[], unknown[]] = [[], []];
      const parser = new SseParser({
        message: (message) => mine.push(message),
        retry: (milliseconds) => mine.push(milliseconds),
      });
      const reference = createParser({
        onEvent: (message) => theirs.push(message),
        onRetry: (milliseconds) => theirs.push(milliseconds),
      });
      let at = 0;
      for (const size of [...sizes, stream.length]) {
        parser.feed(stream.slice(at, at + size));
        reference.feed(stream.slice(at, at + size));
        at += size;
      }
      expect(mine).toEqual(theirs);
    }),
    { numRuns: 500 },
  );
});
