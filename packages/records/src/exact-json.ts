/**
 * A number that comes out differently when JavaScript reads and writes it, and ends where a number
 * in JSON does. The times in every answer of the archive have milliseconds, which look like such
 * numbers and are none; inside of texts it finds a few more.
 */
const MAY_CHANGE = /(?:^|[[:,])\s*(?:-0|-?\d{16}|-?\d+[.eE])[\d.eE+-]*(?=\s*(?:[,}\]]|$))/;

interface SourceContext {
  readonly source?: string;
}
/** What the type library does not know yet, and some browsers do not have. */
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
 * Like `JSON.parse`, but a number that JavaScript would change (`12345678901234567890`, `1.0`)
 * stays as it was written: as a customer or job number its lost digits would name another one.
 * `JSON.stringify` writes it so again, and `exactNumber` knows it. A browser that cannot do this
 * reads it as usual.
 */
export function parsedJson(text: string): unknown {
  const { rawJSON } = json;
  // To read number by number takes many times as long.
  if (!rawJSON || !MAY_CHANGE.test(text)) return JSON.parse(text);
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? rawJSON(source)
      : value,
  );
}

/** The digits of a number that was kept as it was written. */
export function exactNumber(value: unknown): string | undefined {
  return json.isRawJSON?.(value) ? (value as { rawJSON: string }).rawJSON : undefined;
}

/** What was sent, with its numbers as they were written, if that text is at hand. */
export function exactPayload(payload: unknown, text: string | undefined): unknown {
  return text === undefined || !MAY_CHANGE.test(text) ? payload : parsedJson(text);
}
