import { hostname } from 'node:os';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { readEnvelope } from '../../src/soap/envelope.ts';
import { runServer } from '../support/running-server.ts';
import { shared } from '../support/shared.ts';
import { envelope, faultIn, HONEST_CALL, honestTime, PATH } from './messages.ts';
import { sendRaw } from './raw-http.ts';

const usual = shared((whenOver) => runServer({}, {}, whenOver));
const everywhere = shared((whenOver) => runServer({ 'app.server.host': '0.0.0.0' }, {}, whenOver));

const MIB = 1_048_576;
/** So much of a request is read at most before others have their turn. */
const SLICE = 16 * 1024;

const soap = (body: string) => envelope(body).slice(21);
const CALL_OF_ENTITY = soap('<getServerTime>&a;</getServerTime>');

function nestedEntities(): string {
  const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`);
  return `<!DOCTYPE a [<!ENTITY e0 "ha">${entities.join('')}]>${soap('<getServerTime>&e30;</getServerTime>')}`;
}

/** As many repetitions as fit into the limit, so that all of it has to be read. */
function filled(before: string, unit: string, after: string): string {
  const room = MIB - Buffer.byteLength(before) - Buffer.byteLength(after);
  return before + unit.repeat(Math.floor(room / Buffer.byteLength(unit))) + after;
}
const [OPEN = '', CLOSE = ''] = envelope('|').split('|');
const [HEADER_OPEN = '', HEADER_CLOSE = ''] = envelope(
  '<getServerTime/>',
  '<s:Header>|</s:Header>',
).split('|');

const HOSTILE: Record<string, string | Buffer> = {
  'a DTD': `<!DOCTYPE getServerTime [<!ELEMENT getServerTime ANY>]>${soap('<getServerTime/>')}`,
  'an external DTD': `<!DOCTYPE a SYSTEM "file:///etc/passwd">${soap('<getServerTime/>')}`,
  'an external entity': `<!DOCTYPE a [<!ENTITY a SYSTEM "file:///etc/hostname">]>${CALL_OF_ENTITY}`,
  'an external parameter entity': `<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1:9/"> %p;]>${CALL_OF_ENTITY}`,
  'nested entities': nestedEntities(),
  'a large entity, used often': `<!DOCTYPE a [<!ENTITY a "${'x'.repeat(100_000)}">]>${soap(`<getServerTime>${'&a;'.repeat(100_000)}</getServerTime>`)}`,
  'an entity without a DTD': CALL_OF_ENTITY,
  '100,000 levels in the body': `${OPEN}<getServerTime>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</getServerTime>${CLOSE}`,
  '100,000 levels in the header': `${HEADER_OPEN}${'<a>'.repeat(100_000)}`,
  '100,000 levels and nothing else': '<a>'.repeat(100_000),
  'a megabyte of arguments': filled(`${OPEN}<getServerTime>`, '<a/>', `</getServerTime>${CLOSE}`),
  'a megabyte of attributes': filled(`${OPEN}<getServerTime`, ' a=""', `/>${CLOSE}`),
  'a megabyte of name': filled(`${OPEN}<`, 'x', `/>${CLOSE}`),
  'a megabyte of text': filled(OPEN, 'x', CLOSE),
  'a megabyte of opening brackets': filled('', '<', ''),
  'a DOCTYPE that never ends': filled('<!DOCTYPE a [', '<', ''),
  'a comment that never ends': filled(`${OPEN}<!-- `, '-> ', ''),
  'a reference that never ends': filled(`${HEADER_OPEN}<a>&#`, '1', ''),
  '10 MB': filled(OPEN, 'x', CLOSE).repeat(10),
  'broken UTF-8': Buffer.concat([Buffer.from(OPEN), Buffer.from([0xc3, 0x28]), Buffer.from(CLOSE)]),
  'random bytes': Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)),
  '__proto__ as operation': envelope('<__proto__/>'),
  'constructor as operation': envelope('<constructor><prototype/></constructor>'),
  'markup in a name': envelope('<getServerTime&lt;/>'),
};

/** Costly to read and honest in the end. */
const LONG_WINDED: Record<string, string> = {
  'a megabyte of headers': filled(HEADER_OPEN, '<a/>', HEADER_CLOSE),
  'a megabyte of comments': filled(HEADER_OPEN, '<!---->', HEADER_CLOSE),
  'a megabyte of line ends': filled(HEADER_OPEN, '\r', HEADER_CLOSE),
  'a megabyte of references': filled(`${HEADER_OPEN}<a>`, '&#65;', `</a>${HEADER_CLOSE}`),
};

function bytesOf(body: string | Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(body));
}

describe('hostile requests', () => {
  test.each(Object.entries(HOSTILE))('[SO2] %s', async (_name, body) => {
    const server = await usual();
    const answering = server.post(PATH, bytesOf(body), { 'content-type': 'text/xml' });
    await honestTime(server);
    const answer = await answering;
    const text = await answer.text();
    if (answer.status === 500) expect(faultIn(text)).toMatchObject({ code: 'Client' });
    else expect(answer.status).toBe(413);
    expect(text.length).toBeLessThan(1000);
    expectNothingDisclosed(text);
    await honestTime(server);
  });

  test.each(Object.entries(LONG_WINDED))('[SO2] %s holds nobody up', async (_name, body) => {
    const server = await usual();
    const answering = server.post(PATH, body, { 'content-type': 'text/xml' });
    for (let i = 0; i < 5; i++) await honestTime(server);
    expect((await answering).status).toBe(200);

    let turns = 0;
    let isRead = false;
    const nextTurn = () => {
      turns++;
      if (!isRead) setImmediate(nextTurn);
    };
    nextTurn();
    await readEnvelope(body);
    isRead = true;
    expect(turns).toBeGreaterThanOrEqual(body.length / SLICE - 1);
  });

  test('[SO2] a zip bomb', async () => {
    const server = await usual();
    const bomb = gzipSync(Buffer.alloc(100 * MIB, ' '));
    const answer = await server.post(PATH, new Uint8Array(bomb), { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'payload_too_large' });
    await honestTime(server);
  });

  test('[SO2] a request that stops in the middle', async () => {
    const server = await runServer({
      'app.server.request-timeout': 200,
      'app.server.header-timeout': 100,
    });
    const half = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n<a`;
    const answering = sendRaw(server.port, Buffer.from(half)).catch(
      (error: Error) => error.message,
    );
    await honestTime(server);
    expect(await answering).toMatchObject({ status: 408 });
  });

  test.each(['a"/><x y="', "a'/><x y='", '<x>', 'a&b', 'a b', 'a/b', 'a"', '127.0.0.1:8080"'])(
    '[SO2] %s as Host does not get into a document',
    async (host) => {
      for (const listening of [usual, everywhere]) {
        const server = await listening();
        for (const request of [
          `GET ${PATH}?wsdl HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
          `GET ${PATH} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
          `POST ${PATH} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${HONEST_CALL.length}\r\n\r\n${HONEST_CALL}`,
        ]) {
          const answer = await sendRaw(server.port, Buffer.from(request));
          expect(answer.status).toBe(400);
          expect(answer.body).not.toContain(host);
        }
        await honestTime(server);
      }
    },
  );
});

function expectNothingDisclosed(text: string): void {
  expect(text).not.toMatch(/node_modules|\.ts\b|\.js\b|saxes|root:|\n *at /);
  if (hostname() !== 'localhost') expect(text).not.toContain(hostname());
}

test('[SO2] of long requests that come together a part of one is read in each turn', async () => {
  const broken = soap(' '.repeat(2 * SLICE)).slice(0, 2 * SLICE);
  let refused = 0;
  const all = Array.from({ length: 20 }, () => readEnvelope(broken).catch(() => refused++));
  for (let before = 0; refused < all.length; before = refused) {
    await new Promise((resolve) => setImmediate(resolve));
    expect(refused - before).toBeLessThan(3);
  }
});
