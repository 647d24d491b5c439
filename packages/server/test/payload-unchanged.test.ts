import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonText } from './support/json-texts.ts';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';

/** Cuts the payload's own text out of an event without parsing it. */
function payloadText(event: string): string {
  const start = event.indexOf('"payload":') + '"payload":'.length;
  return event.slice(start, event.lastIndexOf('}'));
}

const oneLineBreak = (text: string) => text.replace(/\r\n|\r/g, '\n');

test('[IN3] [ST2] a payload is the same text in history, stream and archive', async () => {
  const { url, port, archive } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  await fc.assert(
    fc.asyncProperty(jsonText, async (text) => {
      const answer = await fetch(`${url}/api/webhook`, { method: 'POST', body: text });
      expect(answer.status).toBe(202);
      const { id } = await answer.json();

      expect(archive.stored.at(-1)).toMatchObject({ id, payload: text });

      const history = await (await fetch(`${url}/api/webhook/history`)).text();
      expect(() => JSON.parse(history)).not.toThrow();
      expect(history).toContain(`"payload":${text}}`);

      await reader.until(() => reader.ids.at(-1) === id);
      const data = reader.events.at(-1)?.data ?? '';
      expect(payloadText(data)).toBe(oneLineBreak(text));
    }),
    { numRuns: 400 },
  );
});

test.each([
  '12345678901234567890',
  '1.0',
  '1e2',
  '-0',
  '{"b":1,"a":2,"b":3}',
  '{"__proto__":{"x":1}}',
  '"\\ud800"',
])('[IN3] %s survives', async (text) => {
  const { post, url } = await runServer();
  await post('/api/webhook', text);
  expect(await (await fetch(`${url}/api/webhook/history`)).text()).toContain(`"payload":${text}}`);
});

const large = JSON.stringify({ text: 'ü'.repeat(150_000), id: 12345 });

test.each([
  ['as it is', large, large],
  ['with white space around it', `\ufeff \r\n${large}${' '.repeat(3000)}\n`, large],
  ['with line breaks in it', `[\r\n1,\n${large}]`, `[\r\n1,\n${large}]`],
  ['of white space nearly alone', `${' '.repeat(500_000)}7`, '7'],
])('[IN3] [ST2] a large payload %s is the same text everywhere', async (_, body, kept) => {
  const { url, port, archive, history } = await runServer({
    'app.stream.event-name': 'a-name-of-some-length',
  });
  const reader = new SseReader(port);
  await reader.first('hello');
  const inPieces = new ReadableStream({
    start(controller) {
      const bytes = Buffer.from(body);
      for (let at = 0; at < bytes.length; at += 10_000) {
        controller.enqueue(bytes.subarray(at, at + 10_000));
      }
      controller.close();
    },
  });
  // Two of them, or nobody would notice that one was written over.
  const streamed = { body: inPieces, duplex: 'half' } as RequestInit;
  for (const one of [{ body }, streamed, { body: '"last"' }]) {
    expect((await fetch(`${url}/api/webhook`, { method: 'POST', ...one })).status).toBe(202);
  }
  expect(archive.stored.map(({ payload }) => payload)).toEqual([kept, kept, '"last"']);
  const shown = (await history()).map(({ payload }) => payload);
  expect(shown).toEqual(['last', JSON.parse(kept), JSON.parse(kept)]);
  await reader.until(() => reader.ids.at(-1) === 3);
  const texts = reader.events.filter(({ id }) => id).map(({ data }) => payloadText(data));
  expect(texts).toEqual([oneLineBreak(kept), oneLineBreak(kept), '"last"']);
});
