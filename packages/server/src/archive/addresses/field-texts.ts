import { isJsonObject, type JsonObject, parsedJson, searchedText } from '@hookline/records';

/** The fields of a record: name → JSON text of the value. Texts cross threads unharmed. */
export type FieldTexts = ReadonlyMap<string, string>;

export function fieldTexts(entries: Iterable<readonly [string, unknown]>): FieldTexts {
  return new Map(Array.from(entries, ([name, value]) => [name, JSON.stringify(value)]));
}

export function fieldTextsFromJson(json: string): FieldTexts {
  return fieldTexts(Object.entries(objectIn(json)));
}

/** The fields as an object that can be read as what was sent. */
export function fieldsObject(fields: FieldTexts): JsonObject {
  return objectIn(fieldTextsToJson(fields));
}

function objectIn(json: string): JsonObject {
  const value = parsedJson(json);
  return isJsonObject(value) ? value : {};
}

export function fieldTextsToJson(fields: FieldTexts): string {
  return `{${Array.from(fields, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

/** All texts and numbers in the fields, for searching, with every digit as it was sent. */
export function searchedFields(fields: FieldTexts): readonly string[] {
  return Array.from(fields.values(), (text) => {
    const isPlain = text.startsWith('"') && !text.includes('\\');
    return isPlain ? text.slice(1, -1) : searchedText(parsedJson(text));
  });
}
