import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { xmlText } from '../../src/soap/charset.ts';
import { readEnvelope } from '../../src/soap/envelope.ts';
import { FAULTS, type FaultReason, SoapFault } from '../../src/soap/faults.ts';
import { type RunningServer, runServer } from '../support/running-server.ts';
import { shared } from '../support/shared.ts';
import { envelope, faultIn, HONEST_CALL, honestTime, PATH } from './messages.ts';

const CALL = '<getServerTime/>';
const AFTER_2038 = Date.parse('2038-01-19T03:14:08Z');
const now = shared((whenOver) => runServer({}, {}, whenOver));
const late = shared((whenOver) => runServer({}, { now: () => AFTER_2038 }, whenOver));

/** Calls for every reason there is; a reason without any does not compile. */
const CALLS: Record<FaultReason, readonly string[]> = {
  unknown_charset: [`<?xml version="1.0" encoding="utf-32"?>${CALL}`],
  broken_text: ['\ufffe<'],
  malformed: [
    '',
    ' ',
    'getServerTime',
    '{"getServerTime":{}}',
    '<',
    HONEST_CALL.slice(0, -1),
    `${HONEST_CALL}x`,
    HONEST_CALL + HONEST_CALL.slice(21),
    envelope('<getServerTime></getservertime>'),
    envelope('</getServerTime>'),
    ` ${HONEST_CALL}`,
    HONEST_CALL.replace('xmlns:m', 'xmlns:n'),
    envelope('<getServerTime a="1" a="2"/>'),
    envelope('<getServerTime xmlns:b="urn:x" xmlns:c="urn:x" b:a="1" c:a="2"/>'),
    envelope('<getServerTime a=1/>'),
    envelope('<getServerTime>&unknown;</getServerTime>'),
    envelope('<getServerTime>&#0;</getServerTime>'),
    envelope('<getServerTime a="<"/>'),
    envelope('<!-- -- -->'),
    envelope('<![CDATA['),
    envelope('<!DOCTYPE a>'),
    '--boundary\r\nContent-Type: text/xml\r\n\r\n',
  ],
  doctype: [
    `<!DOCTYPE s:Envelope>${envelope(CALL).slice(21)}`,
    `<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">${envelope(CALL).slice(21)}`,
    `<!DOCTYPE a [<!ENTITY b "c">]>${envelope('<getServerTime>&b;</getServerTime>').slice(21)}`,
  ],
  too_complex: [
    envelope(`<getServerTime>${'<a>'.repeat(98)}`),
    envelope(CALL, `<s:Header>${'<a>'.repeat(99)}`),
    envelope(`<getServerTime ${Array.from({ length: 501 }, (_, i) => `a${i}=""`).join(' ')}/>`),
  ],
  no_envelope: [
    '<getServerTime/>',
    '<a></b>',
    '<html/>',
    '<s:Body xmlns:s="urn:x"/>',
    '<envelope/>',
  ],
  version: [
    '<Envelope/>',
    '<Envelope xmlns="urn:unknown"/>',
    envelope(CALL).replace(
      'http://schemas.xmlsoap.org/soap/envelope/',
      'http://www.w3.org/2003/05/soap-envelope',
    ),
    envelope(CALL).replace('soap/envelope/', 'soap/envelope'),
  ],
  misplaced: [
    envelope(CALL).replaceAll('s:Body', 's:Leib'),
    envelope(CALL).replaceAll('s:Body', 'Body'),
    envelope(CALL).replace(/<s:Body>.*<\/s:Body>/, ''),
    envelope(CALL).replace(/<s:Body>.*<\/s:Body>/, '<s:Header/>'),
    envelope(CALL, '<s:Header/><s:Header/>'),
    envelope(CALL, '<s:Body/>'),
    envelope(CALL, '<x/>'),
    envelope(CALL).replace('</s:Envelope>', '<s:Header/></s:Envelope>'),
    envelope(CALL, 'text'),
    envelope(CALL, '<s:Header>text</s:Header>'),
    envelope(`text${CALL}`),
    envelope(`<![CDATA[text]]>${CALL}`),
    envelope(CALL + CALL),
  ],
  header: ['1', 'true', ' 1 '].flatMap((yes) =>
    ['', ' s:actor=""', ' s:actor="http://schemas.xmlsoap.org/soap/actor/next"'].map((actor) =>
      envelope(
        CALL,
        `<s:Header><x:fine xmlns:x="urn:x"/><x:Security xmlns:x="urn:x" s:mustUnderstand="${yes}"${actor}/></s:Header>`,
      ),
    ),
  ),
  empty_body: [envelope(''), envelope(' \n<!-- nothing -->')],
  unknown_operation: [
    'GetServerTime',
    'getservertime',
    'getServerTimes',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ].map((name) => envelope(`<${name}/>`)),
  argument: [
    envelope('<getServerTime><zone>UTC</zone></getServerTime>'),
    envelope('<getServerTime><zone/></getServerTime>'),
    envelope('<getServerTime>UTC</getServerTime>'),
    envelope('<getServerTime><![CDATA[UTC]]></getServerTime>'),
    envelope('<getServerTime>&#85;</getServerTime>'),
  ],
  time_overflow: [HONEST_CALL],
};

const cases = Object.entries(CALLS).flatMap(([reason, bodies]) =>
  bodies.map((body) => [reason as FaultReason, body] as const),
);

describe('faults', () => {
  test.each(cases)('[SO2] %s: %s', async (reason, body) => {
    const { post, logLines } = await (reason === 'time_overflow' ? late() : now());
    logLines.length = 0;
    const bytes = reason === 'broken_text' ? Buffer.from(body, 'utf16le').subarray(1) : body;
    const answer = await post(PATH, bytes, { 'content-type': 'text/xml' });
    const fault = faultIn(await answer.text());
    const { code, text } = FAULTS[reason];
    expect(answer.status).toBe(500);
    expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
    expect(fault?.code).toBe(code);
    expect(fault?.text.startsWith(text), fault?.text).toBe(true);
    expect(logLines.filter((line) => line.includes(`"fault":"${reason}"`))).toHaveLength(1);
  });

  test('[SO2] the limits on levels and attributes are what just fits', async () => {
    const { post } = await now();
    const attributes = Array.from({ length: 499 }, (_, i) => `a${i}=""`).join(' ');
    for (const body of [
      envelope('<getServerTime/>', `<s:Header>${'<a>'.repeat(98)}${'</a>'.repeat(98)}</s:Header>`),
      envelope(`<getServerTime ${attributes}/>`),
    ]) {
      expect((await post(PATH, body)).status).toBe(200);
    }
  });

  test('[SO2] a name that comes back is escaped and shortened', async () => {
    const { post } = await now();
    const name = `ü${'😀'.repeat(500_000 / 4)}`;
    const answer = await post(PATH, envelope(`<${name}/>`));
    const fault = faultIn(await answer.text());
    expect(fault?.text.length).toBeLessThan(120);
    expect(fault?.text).toContain('(ü😀😀');
  });

  test('[SO2] a body that is too large or wrongly encoded is refused as everywhere', async () => {
    const server = await now();
    const cases = [
      [' '.repeat(1_048_577), {}, 413, 'payload_too_large'],
      ['not gzip', { 'content-encoding': 'gzip' }, 400, 'broken_encoding'],
      ['zstd', { 'content-encoding': 'zstd' }, 415, 'unsupported_encoding'],
    ] as const;
    for (const [body, headers, status, code] of cases) {
      const answer = await server.post(PATH, body, { ...headers });
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ code });
    }
    await honestTime(server);
  });

  test('[SO2] app.webhook.max-bytes holds here too, but never beyond a megabyte', async () => {
    const statusOf = async ({ post }: RunningServer, size: number) => {
      const answer = await post(PATH, HONEST_CALL.padEnd(size));
      await answer.text();
      return answer.status;
    };
    const { length } = HONEST_CALL;
    const small = await runServer({ 'app.webhook.max-bytes': length });
    expect(await statusOf(small, length)).toBe(200);
    expect(await statusOf(small, length + 1)).toBe(413);
    const large = await runServer({ 'app.webhook.max-bytes': 8 * 1_048_576 });
    expect(await statusOf(large, 1_048_576)).toBe(200);
    expect(await statusOf(large, 1_048_577)).toBe(413);
  });

  test('[SO2] whatever is changed in an honest call, it is still one or it is a fault', async () => {
    const honest = Buffer.from(HONEST_CALL);
    const change = fc.record({
      at: fc.nat(honest.length),
      removed: fc.nat(3),
      added: fc.oneof(
        fc.uint8Array({ maxLength: 3 }),
        fc.constantFrom('<', '>', '/', '&', '"', '<a', '<!', '<!--', '<?', ']]>', 's:', 'xmlns=""'),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
        const bytes = changes.reduce(
          (before, { at, removed, added }) =>
            Buffer.concat([
              before.subarray(0, at),
              Buffer.from(added),
              before.subarray(at + removed),
            ]),
          honest,
        );
        try {
          await readEnvelope(xmlText(bytes, 'text/xml'));
        } catch (error) {
          expect(error).toBeInstanceOf(SoapFault);
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('every one is in the documentation', () => {
    const page = readFileSync(new URL('../../../../docs/soap.md', import.meta.url), 'utf8');
    for (const [reason, { code }] of Object.entries(FAULTS)) {
      expect(page).toMatch(new RegExp(`^\\| \`${reason}\` +\\| \`${code}\` +\\|`, 'm'));
    }
  });
});
