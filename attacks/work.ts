import type { Attack } from './attack.ts';
import { many, post } from './raw-client.ts';

const MEGABYTE = 1024 * 1024;

async function accepted(port: number, path: string, body: string): Promise<void> {
  const answer = await post(port, path, body);
  await answer.arrayBuffer();
  if (answer.status !== 202) throw new Error(`${path} was answered ${answer.status}`);
}

/** Blanks in which a search for numbers could begin anew at each. */
export const blanks: Attack = {
  name: 'a megabyte of blanks, and an erasure',
  async run({ port, scale, settled }) {
    const body = `[1,${' '.repeat(MEGABYTE - 80)}"x"]`;
    const erase = JSON.stringify({ number: '030 901820', suppress: true });
    for (let round = 0; round < 2; round++) {
      await many(scale(10), () => accepted(port, '/api/webhook/kunden', body));
      const answer = await post(port, '/api/privacy/erase', erase);
      if (answer.status !== 200) throw new Error(`the erasure was answered ${answer.status}`);
      await answer.arrayBuffer();
    }
    await settled();
  },
};

/** One letter many times, which may or may not stand for two of another. */
export const letters: Attack = {
  name: 'searches for one letter many times',
  async run({ port, scale, settled }) {
    for (const letter of ['s', 'a', 'ue', '\u0308']) {
      const text = JSON.stringify({
        text: letter.repeat(MEGABYTE / 2 / Buffer.byteLength(letter)),
      });
      await accepted(port, '/api/webhook', text);
    }
    await settled();
    const words = ['s'.repeat(70), 'ue'.repeat(40), 'a\u0308'.repeat(40), '\\'.repeat(80)];
    await many(scale(20), async (i) => {
      const q = encodeURIComponent(`${words[i % words.length]}x`);
      const answer = await fetch(`http://127.0.0.1:${port}/api/archive/events?q=${q}`);
      if (answer.status !== 200) throw new Error(`a search was answered ${answer.status}`);
      await answer.arrayBuffer();
    });
  },
};

/** Payloads of legal size that say very much. */
export const manyRecords: Attack = {
  name: 'a megabyte of records each',
  async run({ port, scale, settled }) {
    const size = scale(MEGABYTE - 200);
    const records = (text: (i: number) => string) => {
      const parts: string[] = [];
      for (let length = 0, i = 0; length < size; i++) {
        const part = text(i);
        parts.push(part);
        length += part.length + 1;
      }
      return parts.join(',');
    };
    const start = Date.UTC(2026, 0, 1);
    const payloads: [path: string, body: string][] = [
      ['/api/webhook/kunden', `{${records((i) => `"${i}x":{"tel":"030 9${i}"}`)}}`],
      [
        '/api/webhook/kunden',
        `[${records((i) => `{"name":"Kunde ${i}","telefon":"0170 ${1e6 + i}","strasse":"Weg ${i}"}`)}]`,
      ],
      ['/api/webhook/jobs', `[${records((i) => `{"jobId":${i},"tel":"030 8${i}"}`)}]`],
      [
        '/api/calls',
        `[${records((i) => `{"callId":"1","startedAt":${start + i},"from":"030 7"}`)}]`,
      ],
      ['/api/webhook', `[${records(() => '{}')}]`],
      // Nothing but names: the answer says how many addresses there are.
      ['/api/addresses', `{${records((i) => `"k${i}":{}`)}}`],
    ];
    // At first they are new, then they are known.
    const rounds = Math.max(2, scale(4));
    for (let round = 0; round < rounds; round++) {
      await Promise.all(payloads.map(([path, body]) => accepted(port, path, body)));
    }
    await settled();
  },
};
