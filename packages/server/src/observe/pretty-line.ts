const COLOURS: Readonly<Record<string, number>> = {
  trace: 90,
  debug: 90,
  info: 32,
  warn: 33,
  error: 31,
  fatal: 31,
};
const FAINT = 90;
const INDENT = '    ';

export interface PrettyOptions {
  readonly colours: boolean;
}

interface Entry {
  readonly time?: unknown;
  readonly level?: unknown;
  readonly msg?: unknown;
  readonly err?: { readonly stack?: unknown; readonly message?: unknown };
  readonly [field: string]: unknown;
}

/** A JSON line of the log as a person reads it at a terminal; with a stack it is several lines. */
export function prettyLine(json: string, { colours }: PrettyOptions): string {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as Entry;
  const paint = (text: string, colour = FAINT) =>
    colours ? `\u001b[${colour}m${text}\u001b[39m` : text;
  const name = String(level);
  const head = [
    paint(localTime(String(time))),
    paint(name.toUpperCase().padEnd(5), COLOURS[name]),
    forTerminal(String(msg ?? '')),
  ].join(' ');
  const details = Object.entries(fields).map(
    ([key, value]) => `${paint(`${forTerminal(key)}=`)}${valueText(value)}`,
  );
  const line = details.length > 0 ? `${head}  ${details.join(' ')}` : head;
  const trace = String(err?.stack ?? err?.message ?? '');
  const below =
    trace === '' ? [] : trace.split('\n').map((text) => `${INDENT}${forTerminal(text)}`);
  return `${[line, ...below].join('\n')}\n`;
}

/** `2026-03-02 08:41:09.113` on the clock of this machine. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const two = (value: number, digits = 2) => String(value).padStart(digits, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map((n) => two(n));
  return `${day} ${clock.join(':')}.${two(date.getMilliseconds(), 3)}`;
}

/** Without quotation marks where the end of the value can be seen without them. */
function valueText(value: unknown): string {
  if (typeof value === 'string' && /^[^\s"'=\p{C}]+$/u.test(value)) return value;
  return forTerminal(JSON.stringify(value));
}

/** What a stranger sent must not move the cursor or change the colours of a terminal. */
export function forTerminal(text: string): string {
  return text.replace(/\p{C}/gu, (character) => {
    if (character === '\t') return ' ';
    return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  });
}
