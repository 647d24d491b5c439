import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type RunningServer, runServer } from '../support/running-server.ts';
import { shared } from '../support/shared.ts';
import { envelope, HONEST_CALL, PATH, timeAnswer } from './messages.ts';
import { sendRaw } from './raw-http.ts';
import { RECORDED_REQUESTS } from './recorded-requests.ts';

const SECONDS = 1_772_352_000;
const now = () => SECONDS * 1000 + 999;
const server = shared((whenOver) => runServer({}, { now }, whenOver));

const CALL = '<getServerTime xmlns="http://DefaultNamespace"/>';
const ENCODING_STYLE = 's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"';

async function expectTime(
  { url, post }: RunningServer,
  body: string | Buffer,
  headers: Record<string, string> = {},
): Promise<void> {
  const bytes = typeof body === 'string' ? body : new Uint8Array(body);
  const answer = await post(PATH, bytes, { 'content-type': 'text/xml', ...headers });
  expect(await answer.text()).toBe(timeAnswer(url + PATH, SECONDS));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
}

describe('getServerTime', () => {
  test.each(RECORDED_REQUESTS)('[SO1] answers what $client sends', async ({ head, body }) => {
    const { url, port } = await server();
    const filled = (text: string) =>
      text.replaceAll('ADDRESS', url + PATH).replaceAll('HOST', `127.0.0.1:${port}`);
    const content = Buffer.from(filled(body));
    const lines = [...head, `Content-Length: ${content.length}`].map((line) => filled(line));
    const headBytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
    const answer = lines.includes('Expect: 100-continue')
      ? await sendRaw(port, headBytes, content)
      : await sendRaw(port, Buffer.concat([headBytes, content]));
    expect(answer.body).toBe(timeAnswer(url + PATH, SECONDS));
    expect(answer.status).toBe(200);
    expect(answer.head).toMatch(/^content-type: text\/xml; charset=utf-8$/m);
  });

  test('[SO1] answers a chunked request, cut in the middle of a tag', async () => {
    const { url, port } = await server();
    const chunks = [HONEST_CALL.slice(0, 40), HONEST_CALL.slice(40)].map(
      (chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`,
    );
    const answer = await sendRaw(
      port,
      Buffer.from(
        `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: text/xml\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`,
      ),
    );
    expect(answer.body).toBe(timeAnswer(url + PATH, SECONDS));
  });

  test('[SO1] answers an HTTP/1.0 request that names no host, by the address it came to', async () => {
    const { port } = await server();
    const head = `POST ${PATH} HTTP/1.0\r\nContent-Length: ${HONEST_CALL.length}\r\n\r\n`;
    const answer = await sendRaw(port, Buffer.from(head + HONEST_CALL));
    expect(answer.body).toBe(timeAnswer(`http://127.0.0.1:${port}${PATH}`, SECONDS));
  });

  test.each([
    ['in the documented namespace', envelope(CALL)],
    ['in no namespace', envelope('<getServerTime/>')],
    ['in any other namespace', envelope('<x:getServerTime xmlns:x="urn:other"/>')],
    ['in the namespace of the envelope', envelope('<s:getServerTime/>')],
    ['with white space inside', envelope(' \r\n<getServerTime>\t\n </getServerTime> ')],
    ['with comments', envelope(`<!-- a --><getServerTime><!-- b --></getServerTime><!-- c -->`)],
    ['with attributes', envelope('<getServerTime a="1" __proto__="2" id="i0"/>')],
    [
      'with xsi:nil',
      envelope(
        '<getServerTime xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>',
      ),
    ],
  ])('[SO1] matches the operation by its local name: %s', async (_form, body) => {
    await expectTime(await server(), body);
  });

  test.each([
    ['nowhere', envelope(CALL)],
    ['on the Envelope', envelope(CALL, '', ` ${ENCODING_STYLE}`)],
    ['on the Body', envelope(CALL).replace('<s:Body>', `<s:Body ${ENCODING_STYLE}>`)],
    ['on the operation', envelope(`<getServerTime ${ENCODING_STYLE}/>`)],
  ])('[SO1] takes encodingStyle %s', async (_place, body) => {
    await expectTime(await server(), body);
  });

  const NAMESPACE = 'http://schemas.xmlsoap.org/soap/envelope/';
  test.each([
    [
      'a default namespace',
      `<Envelope xmlns="${NAMESPACE}"><Body><getServerTime xmlns=""/></Body></Envelope>`,
    ],
    [
      'one prefix for the Envelope and another for the Body',
      `<a:Envelope xmlns:a="${NAMESPACE}"><b:Body xmlns:b="${NAMESPACE}">${CALL}</b:Body></a:Envelope>`,
    ],
    [
      'prefixes that objects have as properties',
      `<__proto__:Envelope xmlns:__proto__="${NAMESPACE}"><constructor:Body xmlns:constructor="${NAMESPACE}">${CALL}</constructor:Body></__proto__:Envelope>`,
    ],
    ['no XML declaration', envelope(CALL).replace(/^<\?xml.*?\?>/, '')],
    ['comments and white space around the Envelope', `<!-- a -->\n${envelope(CALL).slice(21)}\n\n`],
    ['an element of another namespace after the Body', trailing('<x:y xmlns:x="urn:x">z</x:y>')],
  ])('[SO1] takes %s', async (_form, body) => {
    await expectTime(await server(), body);
  });

  const UNKNOWN = 'x:Security xmlns:x="urn:x"';
  test.each([
    ['empty', '<s:Header/>'],
    ['holding white space', '<s:Header>\n</s:Header>'],
    ['not marked', `<s:Header><${UNKNOWN}><x:y>z</x:y></x:Security></s:Header>`],
    ['mustUnderstand="0"', `<s:Header><${UNKNOWN} s:mustUnderstand="0"/></s:Header>`],
    ['mustUnderstand in no namespace', `<s:Header><${UNKNOWN} mustUnderstand="1"/></s:Header>`],
    [
      'for another actor',
      `<s:Header><${UNKNOWN} s:mustUnderstand="1" s:actor="urn:someone"/></s:Header>`,
    ],
    [
      'mustUnderstand further down, where it means nothing',
      `<s:Header><${UNKNOWN}><x:y s:mustUnderstand="1"/></x:Security></s:Header>`,
    ],
  ])('[SO1] reads over a header that is %s', async (_form, header) => {
    await expectTime(await server(), envelope(CALL, header));
  });

  test.each([
    '""',
    '',
    'getServerTime',
    '"http://DefaultNamespace#getServerTime"',
    '"urn:something/else"',
    '"',
  ])('[SO1] the value of SOAPAction does not matter: %s', async (action) => {
    await expectTime(await server(), HONEST_CALL, { soapaction: action });
  });

  test.each([
    'text/xml',
    'application/soap+xml',
    'application/xml',
    'text/plain',
    'xml',
    '',
    '???',
  ])('[SO1] the content type "%s" is no gate', async (type) => {
    await expectTime(await server(), HONEST_CALL, { 'content-type': type });
  });

  test('[SO1] a call to the address of the WSDL is a call', async () => {
    const { url, post } = await server();
    const answer = await post(`${PATH}?wsdl`, HONEST_CALL);
    expect(await answer.text()).toBe(timeAnswer(url + PATH, SECONDS));
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('[SO2] decodes %s', async (encoding, encode) => {
    const body = encode(Buffer.from(HONEST_CALL));
    await expectTime(await server(), body, { 'content-encoding': encoding });
  });

  test('[SO1] a long honest call, read in many slices, is answered too', async () => {
    // The length of the unit is odd, so that slices end everywhere in it.
    const note = `<x:note xmlns:x="urn:x">${'😀\r\na&amp;'.repeat(30_000)}</x:note>`;
    const header = `<s:Header>${note}</s:Header>`;
    await expectTime(await server(), envelope(CALL, header));
  });

  test('[SO1] many calls at once are all answered', async () => {
    const running = await server();
    await Promise.all(Array.from({ length: 100 }, () => expectTime(running, HONEST_CALL)));
  });

  test('[SO1] the value is the time of the server in whole seconds', async () => {
    const { post } = await runServer();
    const before = Math.floor(Date.now() / 1000);
    const body = await (await post(PATH, HONEST_CALL)).text();
    const seconds = Number(/"xsd:int">(\d+)</.exec(body)?.[1]);
    expect(seconds).toBeGreaterThanOrEqual(before);
    expect(seconds).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
  });
});

function trailing(element: string): string {
  return envelope(CALL).replace('</s:Envelope>', `${element}</s:Envelope>`);
}
