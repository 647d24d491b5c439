import { describe, expect, test } from 'vitest';
import { runServer } from '../support/running-server.ts';
import { shared } from '../support/shared.ts';
import { envelope, faultIn, PATH } from './messages.ts';

const server = shared((whenOver) => runServer({}, {}, whenOver));

const NOTE = '<s:Header><note>Süßmayr</note></s:Header>';
const call = (encoding?: string, note = NOTE) =>
  envelope('<getServerTime/>', note).replace(
    '<?xml version="1.0"?>',
    `<?xml version="1.0"${encoding === undefined ? '' : ` encoding="${encoding}"`}?>`,
  );
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const BOM = '\ufeff';

describe('character sets', () => {
  test.each<[string, string, Buffer]>([
    ['UTF-8 by default', 'text/xml', Buffer.from(call())],
    ['UTF-8 as declared', 'text/xml', Buffer.from(call('UTF-8'))],
    ['UTF-8 with a byte order mark', 'text/xml; charset=utf-8', Buffer.from(BOM + call('utf-8'))],
    [
      'a byte order mark against a wrong name',
      'text/xml; charset=latin1',
      Buffer.from(BOM + call()),
    ],
    ['ISO-8859-1 by content type', 'text/xml; charset=ISO-8859-1', Buffer.from(call(), 'latin1')],
    ['ISO-8859-1 by declaration', 'text/xml', Buffer.from(call('iso-8859-1'), 'latin1')],
    ['a quoted name', 'text/xml; charset="Windows-1252"', Buffer.from(call(), 'latin1')],
    ['a name after other parameters', 'text/xml;a=b; Charset = utf-8', Buffer.from(call())],
    ['an empty name', 'text/xml; charset=', Buffer.from(call())],
    ['a content type over the declaration', 'text/xml; charset=utf-8', Buffer.from(call('latin1'))],
    ['US-ASCII', 'text/xml; charset=us-ascii', Buffer.from(call('US-ASCII', ''))],
    ['UTF-16 with a byte order mark', 'text/xml', Buffer.from(BOM + call('UTF-16'), 'utf16le')],
    ['UTF-16 the other way round', 'text/xml; charset=utf-16', utf16be(BOM + call('UTF-16'))],
    ['UTF-16LE without a mark', 'text/xml; charset=utf-16', Buffer.from(call('UTF-16'), 'utf16le')],
    ['UTF-16BE without a mark', 'text/xml', utf16be(call('UTF-16'))],
    ['UTF-8 that a .NET string calls UTF-16', 'text/xml', Buffer.from(call('utf-16'))],
  ])('[SO1] %s', async (_form, type, body) => {
    const { post } = await server();
    const answer = await post(PATH, new Uint8Array(body), { 'content-type': type });
    expect(await answer.text()).toContain('getServerTimeReturn');
    expect(answer.status).toBe(200);
  });

  test.each<[string, string, Buffer]>([
    ['bytes that are not UTF-8', 'text/xml', Buffer.from(call(), 'latin1')],
    ['an overlong "<"', 'text/xml', Buffer.concat([Buffer.from([0xc0, 0xbc]), Buffer.from('a/>')])],
    ['a lone surrogate in UTF-8', 'text/xml', withBytes([0xed, 0xa0, 0x80])],
    [
      'a lone surrogate in UTF-16',
      'text/xml; charset=utf-16le',
      Buffer.from('<a>\ud800</a>', 'utf16le'),
    ],
    ['UTF-16 of an odd length', 'text/xml; charset=utf-16le', Buffer.from('<\0a')],
    [
      'a character cut off at the end',
      'text/xml',
      Buffer.concat([Buffer.from(call()), Buffer.from([0xc3])]),
    ],
    ['more than ASCII in US-ASCII', 'text/xml; charset=us-ascii', Buffer.from(call(), 'latin1')],
    ['a NUL', 'text/xml', withBytes([0])],
    ['a control character', 'text/xml', withBytes([8])],
    ['U+FFFF', 'text/xml', withBytes([0xef, 0xbf, 0xbf])],
    ['an unknown name in the content type', 'text/xml; charset=utf-7', Buffer.from(call())],
    ['an unknown name in the declaration', 'text/xml', Buffer.from(call('EBCDIC-CP-US'))],
    ['a name that objects have', 'text/xml; charset=__proto__', Buffer.from(call())],
    ['markup as a name', 'text/xml; charset=<a>&', Buffer.from('<a/>')],
  ])('[SO2] %s: a Client fault', async (_form, type, body) => {
    const { post } = await server();
    const answer = await post(PATH, new Uint8Array(body), { 'content-type': type });
    expect(answer.status).toBe(500);
    expect(faultIn(await answer.text())).toMatchObject({ code: 'Client' });
  });
});

function withBytes(bytes: readonly number[]): Buffer {
  const [before = '', after = ''] = call('utf-8', '<s:Header>|</s:Header>').split('|');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
}
