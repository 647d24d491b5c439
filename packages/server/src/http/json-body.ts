import type { IncomingMessage } from 'node:http';
import type { Static, TObject } from 'typebox';
import { Check, Errors } from 'typebox/schema';
import { readBody } from './body.ts';
import { checkedJson } from './json-text.ts';
import { HttpProblem } from './problem.ts';

/** What a person does is smaller; a megabyte of names takes a second to hold against a schema. */
const MOST_BYTES = 128 * 1024;

/**
 * A body that is as its schema says. Fields that are not in it are refused: whoever sent them
 * believes that they do something. The answer to a bad body repeats no value, because it may be
 * a phone number.
 */
export async function readObject<T extends TObject>(
  request: IncomingMessage,
  maxBytes: number,
  schema: T,
): Promise<Static<T>> {
  const json = checkedJson(await readBody(request, Math.min(maxBytes, MOST_BYTES)));
  const body: unknown = JSON.parse(json.toString());
  if (isAs(schema, body)) return body;
  throw new HttpProblem('bad_request', `${mistakes(schema, body).join('; ')}.`);
}

export function isAs<T extends TObject>(schema: T, value: unknown): value is Static<T> {
  return Check(schema, value);
}

/** What is wrong with a value, without repeating any of it. */
export function mistakes(schema: TObject, body: unknown): string[] {
  const [, all] = Errors(schema, body);
  const errors = all.filter(
    // These two only sum up or repeat what others say better.
    ({ keyword }) => keyword !== 'anyOf' && keyword !== 'boolean',
  );
  const byPlace = Map.groupBy(errors, ({ instancePath }) => instancePath);
  return [...byPlace].map(([place, found]) => {
    const words = found.map((error) =>
      error.keyword === 'additionalProperties'
        ? `must not have ${error.params.additionalProperties.join(', ')}`
        : error.message,
    );
    return `${place === '' ? 'The body' : place.slice(1)} ${words.join(' or ')}`;
  });
}
