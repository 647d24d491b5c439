/** Where a number may stand in JSON, and ends. Inside of texts it finds a few more. */
const NUMBERS = /(?:^|[[:,])\s*-?\d[\d.eE+-]*(?=\s*(?:[,}\]]|$))/g;
/** Those that come out differently when JavaScript reads and writes them. */
const MAY_CHANGE = /\d{16}|[.eE]|-0/;

interface SourceContext {
  readonly source?: string;
}
interface ExactJson {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: SourceContext) => unknown,
  ): unknown;
  rawJSON?(text: string): unknown;
  isRawJSON?(value: unknown): boolean;
}
const json = JSON as unknown as ExactJson;

/**
 * Like `JSON.parse`, but a number that JavaScript would change (beyond 2^53, or 1.0) stays as it
 * was written: `JSON.stringify` writes it so again, and `isExactNumber` knows it. A browser that
 * cannot do this reads it as usual.
 */
export function parseExact(text: string): unknown {
  const { rawJSON } = json;
  if (!rawJSON || !mayChange(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? rawJSON(source)
      : value,
  );
}

/**
 * Reading number by number takes many times as long. The times in every answer of the archive have
 * milliseconds, which look like such numbers and are none.
 */
function mayChange(text: string): boolean {
  for (const [number] of text.matchAll(NUMBERS)) if (MAY_CHANGE.test(number)) return true;
  return false;
}

/** The digits of a number that was kept as it was written. */
export function exactNumber(value: unknown): string | undefined {
  if (!json.isRawJSON?.(value)) return undefined;
  return (value as { rawJSON: string }).rawJSON;
}

/** What was sent, with its numbers as they were written, if that text is at hand. */
export function exactPayload(payload: unknown, text: string | undefined): unknown {
  return text === undefined || !mayChange(text) ? payload : parseExact(text);
}
