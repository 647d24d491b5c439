import { visibleText } from './payload-text.ts';

/** A piece of foreign text; the pieces together are the text. */
interface TextPart {
  readonly text: string;
  /** Where it leads, if it is a link. */
  readonly href?: string;
  /** The host it really leads to, where the text does not show it as it is. */
  readonly host?: string;
}

/** No link is longer; what is, is no address but a trap for the browser. */
const LONGEST = 2000;
/** Bounded at every place: a text of signs that fit all of it takes no longer than others. */
const FOUND =
  /\bhttps?:\/\/[^\s<>"'`\\{}|^]{1,2000}|(?<![\w.%+-])[\w.%+-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.){1,8}[a-z]{2,24}(?![\w-])/gi;

/**
 * The addresses in a text as links: of the web and of e-mail, and nothing else. Where a link leads
 * must be seen: one that hides its host behind a name before an @, or behind characters that are
 * not seen, stays text.
 */
export function linkedParts(text: string): readonly TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(FOUND)) {
    const address = withoutEnd(found);
    const link = /^https?:/i.test(address) ? webLink(address) : mailLink(address);
    if (!link) continue;
    if (index > end) parts.push({ text: text.slice(end, index) });
    parts.push({ text: address, ...link });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}

/**
 * Without the full stop of the sentence, and without the bracket that was opened before it. Sign by
 * sign from the end: an address may be two thousand of them.
 */
function withoutEnd(found: string): string {
  const ends = /[([]/.test(found) ? '.,;:!?…»“”‘’' : '.,;:!?…»“”‘’)]';
  let end = found.length;
  while (ends.includes(found.charAt(end - 1)) && end > 0) end--;
  return found.slice(0, end);
}

function webLink(address: string): Pick<TextPart, 'href' | 'host'> | undefined {
  if (address.length > LONGEST || visibleText(address) !== address) return undefined;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || url.hostname === '') return undefined;
  const [, shown = ''] = /^https?:\/\/([^/?#:]*)/i.exec(address) ?? [];
  const isShown = shown.toLowerCase() === url.hostname;
  return isShown ? { href: url.href } : { href: url.href, host: url.host };
}

function mailLink(address: string): Pick<TextPart, 'href'> | undefined {
  const [name = '', host = ''] = address.split('@');
  if (/^\.|\.$|\.\./.test(name)) return undefined;
  return { href: `mailto:${encodeURIComponent(name)}@${host}` };
}
