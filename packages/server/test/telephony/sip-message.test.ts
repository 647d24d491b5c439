import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  listed,
  nameAddress,
  type SipRequest,
  sipAnswer,
  sipBytes,
  sipMessage,
  userOf,
  wordWithParameters,
} from '../../src/telephony/systems/sip/message.ts';

const LINES = [
  'INVITE sip:620@192.0.2.1 SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.2;branch=z9hG4bK1',
  'From: "A" <sip:030@office>;tag=f',
  'To: <sip:620@office>',
  'Call-ID: id',
  'CSeq: 7 INVITE',
];
const bytes = (lines: readonly string[]) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
const read = (lines: readonly string[]) => sipMessage(bytes(lines));

test('[TS9] reads a request: long names and short ones, folded lines, several hops', () => {
  const plain = read(LINES);
  expect(plain).toMatchObject({
    ...{ kind: 'request', method: 'INVITE', callId: 'id', cseq: 7 },
    ...{ fromTag: 'f', toTag: '', branch: 'z9hG4bK1' },
  });
  const short = read([
    '',
    'INVITE sip:620@192.0.2.1 sip/2.0',
    'v: SIP/2.0/UDP 192.0.2.2 ;branch=z9hG4bK1, SIP/2.0/UDP 192.0.2.3;branch=z9hG4bK2',
    'v : SIP/2.0/UDP 192.0.2.4;branch=z9hG4bK3',
    'f: "A"',
    '\t<sip:030@office>',
    ' ;tag=f',
    't: <sip:620@office>',
    'i:id',
    'm: <sip:a@192.0.2.2>',
    'l: 0',
    'cSeQ: 7 INVITE',
  ]);
  expect(short).toMatchObject({
    ...{ kind: 'request', method: 'INVITE', callId: 'id', cseq: 7 },
    ...{ fromTag: 'f', branch: 'z9hG4bK1' },
  });
  if (!short) return expect.unreachable();
  expect(listed(short, 'via')).toHaveLength(3);
  expect(short.headers.get('contact')).toEqual(['<sip:a@192.0.2.2>']);
});

test('[TS9] reads an answer', () => {
  const answer = ['SIP/2.0 401 Unauthorized', ...LINES.slice(1, 5), 'CSeq: 7 REGISTER'];
  expect(read(answer)).toMatchObject({ kind: 'answer', status: 401, method: 'REGISTER' });
  expect(read(['SIP/2.0 200', ...answer.slice(1)])).toMatchObject({ status: 200 });
});

test.each<[string, readonly string[]]>([
  ['no CSeq', LINES.slice(0, 5)],
  ['another method in CSeq', [...LINES.slice(0, 5), 'CSeq: 7 BYE']],
  ['two senders', [...LINES, 'f: <sip:031@office>']],
  ['a line without a name', [...LINES, 'nothing']],
  ['half a line end', [...LINES, 'Subject: a\nEvil: b']],
  ['a NUL', [...LINES, 'Subject: a\0b']],
  ['HTTP', ['GET / HTTP/1.1', ...LINES.slice(1)]],
  ['too many lines', [...LINES, ...Array.from({ length: 200 }, () => 'X: y')]],
  ['too many bytes', [...LINES, `X: ${'y'.repeat(16 * 1024)}`]],
])('[TS11] passes over what is no message: %s', (_name, lines) => {
  expect(read(lines)).toBeUndefined();
});

test('[TS11] passes over half a message and keep-alives', () => {
  for (const text of ['', '\r\n\r\n', '\0\0\0\0', LINES.join('\r\n')]) {
    expect(sipMessage(Buffer.from(text))).toBeUndefined();
  }
});

test('[TS11] names: quotes, escapes, UTF-8, Latin-1, or none', () => {
  const utf8 = Buffer.from('"Bäcker \\"A\\" <x>; , \\\\" <sip:1@h>;tag=t').toString('latin1');
  expect(nameAddress(utf8)).toMatchObject({ name: 'Bäcker "A" <x>; , \\', uri: 'sip:1@h' });
  expect(nameAddress('"B\xe4cker" <sip:1@h>').name).toBe('Bäcker');
  expect(nameAddress('Anna Schmidt <sip:1@h>').name).toBe('Anna Schmidt');
  const bare = nameAddress('sip:1@h;tag=t');
  expect([bare.name, bare.uri, bare.parameters.get('tag')]).toEqual(['', 'sip:1@h', 't']);
  expect(nameAddress('"never closed <sip:1@h>').uri).toBe('');
});

test.each([
  ['sip:030@office', '030'],
  ['SIPS:%2B4930@office:5061;transport=udp?Subject=x@y', '+4930'],
  ['sip:030;phone-context=x:secret@[::1]:5060', '030'],
  ['tel:+49-30-1;ext=2', '+49-30-1'],
  ['sip:B%C3%A4r@office', 'Bär'],
  ['sip:%zz%@office', '%zz%'],
  ['sip:anonymous@anonymous.invalid', ''],
  ['sip:030@anonymous.invalid', ''],
  ['sip:Anonymous@office', ''],
  ['sip:office', ''],
  ['http://office', ''],
])('[TS12] the number in %s is %j', (uri, number) => {
  expect(userOf(uri)).toBe(number);
});

test('[TS11] nothing in a value begins a line of its own', () => {
  const text = sipBytes('A b SIP/2.0', [['X', 'a\r\nEvil: 1\r\n\r\nb\0']]).toString('latin1');
  expect(text).toBe('A b SIP/2.0\r\nX: a Evil: 1 b \r\nContent-Length: 0\r\n\r\n');
});

/** Signs that mean something in SIP, among others; seldom one that ends a line. */
const hostile = fc
  .array(
    fc.oneof(
      {
        weight: 40,
        arbitrary: fc.constantFrom(...'"\\<>;,=:@%? \ta', '\xe4', '\xff', 'sip:', 'tag='),
      },
      { weight: 1, arbitrary: fc.constantFrom('\r\n', '\r\n ', '\r', '\n', '\0', '\r\nEvil: 1') },
    ),
    { maxLength: 12 },
  )
  .map((signs) => signs.join(''));

test('[TS11] bytes of any kind are read or passed over, and what is answered is one message again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (any) => {
      sipMessage(Buffer.from(any));
    }),
  );
  let whole = 0;
  fc.assert(
    fc.property(fc.array(hostile, { minLength: 6, maxLength: 6 }), (values) => {
      const [from, to, id, via, more, uri] = values as [string, ...string[]];
      const message = read([
        'INVITE sip:x SIP/2.0',
        `Via: SIP/2.0/UDP h;branch=1${via}`,
        `From: ${from}<sip:1@h>;tag=1`,
        `To: ${to}<sip:2@h>`,
        `Call-ID: i${id}`,
        'CSeq: 1 INVITE',
        `Reason: ${more}`,
      ]);
      nameAddress(uri ?? '');
      userOf(`sip:${uri}`);
      wordWithParameters(uri ?? '');
      if (message?.kind !== 'request') return;
      whole++;
      const told = sipMessage(sipAnswer(message, '180 Ringing', { ownTag: 'own' }));
      expect(told).toMatchObject({
        kind: 'answer',
        status: 180,
        callId: message.callId,
        toTag: message.toTag || 'own',
      });
      for (const name of ['via', 'from', 'call-id', 'cseq']) {
        expect(told?.headers.get(name)).toEqual(message.headers.get(name));
      }
      const known = ['via', 'from', 'to', 'call-id', 'cseq', 'content-length', 'record-route'];
      expect([...(told?.headers.keys() ?? [])].filter((name) => !known.includes(name))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
  expect(whole).toBeGreaterThan(200);
});

test('[TS9] an answer has its own tag, unless the call has one already', () => {
  const invite = read(LINES) as SipRequest;
  const answer = sipAnswer(invite, '180 Ringing', { ownTag: 'own', more: [['Allow', 'INVITE']] });
  expect(answer.toString()).toBe(
    [
      'SIP/2.0 180 Ringing',
      ...LINES.slice(1, 3),
      'To: <sip:620@office>;tag=own',
      ...LINES.slice(4),
      'Allow: INVITE',
      'Content-Length: 0',
      '',
      '',
    ].join('\r\n'),
  );
  const bye = read([...LINES.slice(0, 3), 'To: <sip:620@office>;tag=t', ...LINES.slice(4)]);
  const told = sipAnswer(bye as SipRequest, '481 No', { ownTag: 'own' }).toString();
  expect(told).toContain('To: <sip:620@office>;tag=t\r\n');
});
