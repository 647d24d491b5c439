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
