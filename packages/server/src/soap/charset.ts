import { SoapFault } from './faults.ts';

/** By the names clients use. ASCII is read as UTF-8, which contains it and refuses stray bytes. */
const DECODERS: ReadonlyMap<string, string> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['iso-8859-1', 'iso-8859-1'],
  ['iso_8859-1', 'iso-8859-1'],
  ['iso8859-1', 'iso-8859-1'],
  ['latin1', 'iso-8859-1'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  ['utf-16', 'utf-16be'],
  ['utf-16be', 'utf-16be'],
  ['utf-16le', 'utf-16le'],
]);

/** What the first bytes give away: a byte order mark, or a `<` that takes two bytes. */
const OPENINGS: readonly (readonly [bytes: readonly number[], decoder: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xfe, 0xff], 'utf-16be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0x00, 0x3c], 'utf-16be'],
  [[0x3c, 0x00], 'utf-16le'],
];

/**
 * The text of an XML document: as its first bytes say, else as the content type says, else as
 * the XML declaration says, else UTF-8. Never guessed: a wrong byte is a fault.
 */
export function xmlText(bytes: Buffer, contentType: string): string {
  const decoder = openingOf(bytes) ?? namedBy(contentType) ?? declaredIn(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(decoder, { fatal: true }).decode(bytes);
  } catch {
    throw new SoapFault('broken_text');
  }
}

function openingOf(bytes: Buffer): string | undefined {
  return OPENINGS.find(([opening]) => opening.every((byte, i) => bytes[i] === byte))?.[1];
}

function namedBy(contentType: string): string | undefined {
  const [, charset] = /\bcharset\s*=\s*["']?([\w.:-]+)/i.exec(contentType) ?? [];
  return charset === undefined ? undefined : decoderFor(charset);
}

function declaredIn(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 200);
  const [, name] = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start) ?? [];
  if (name === undefined) return undefined;
  const decoder = decoderFor(name);
  // .NET strings declare UTF-16 whatever they are sent as; in UTF-16 this could not be read.
  return decoder.startsWith('utf-16') ? 'utf-8' : decoder;
}

function decoderFor(charset: string): string {
  const decoder = DECODERS.get(charset.toLowerCase());
  if (decoder === undefined) throw new SoapFault('unknown_charset', charset);
  return decoder;
}
