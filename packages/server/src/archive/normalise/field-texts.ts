import { isJsonObject, parsedJson } from '@hookline/records';

/** The fields of a record: name → JSON text of the value. Texts cross threads unharmed. */
export type FieldTexts = ReadonlyMap<string, string>;

export function fieldTexts(entries: Iterable<readonly [string, unknown]>): FieldTexts {
  return new Map(Array.from(entries, ([name, value]) => [name, JSON.stringify(value)]));
}

export function fieldTextsFromJson(json: string): FieldTexts {
  const value = parsedJson(json);
  return fieldTexts(isJsonObject(value) ? Object.entries(value) : []);
}

export function fieldTextsToJson(fields: FieldTexts): string {
  return `{${Array.from(fields, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}
