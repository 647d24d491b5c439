const MAX_OCTETS = 75;
const LINE_END = '\r\n';

/** A line of a vCard with one value or the parts of a structured one. */
export function vcardLine(name: string, ...parts: readonly string[]): string {
  return folded(`${name}:${parts.map(escaped).join(';')}`);
}

/** What a sender wrote must neither end a value nor begin a property of its own. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?|[\n\u0085\u2028\u2029]/g, '\n')
    .replace(/[\\,;]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** Longer lines go on behind a blank; a character of several octets must not be torn. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line.toWellFormed()) {
    const length = Buffer.byteLength(character);
    if (octets + length > MAX_OCTETS) {
      text += `${LINE_END} `;
      octets = 1;
    }
    text += character;
    octets += length;
  }
  return `${text}${LINE_END}`;
}
