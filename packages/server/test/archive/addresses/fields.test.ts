import { isJsonObject, own, parsedJson, scalarText } from '@hookline/records';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fieldTexts,
  fieldTextsFromJson,
  fieldTextsToJson,
} from '../../../src/archive/addresses/field-texts.ts';
import { contentHash } from '../../../src/archive/engine/content-hash.ts';

const object = (json: string) => {
  const value = parsedJson(json);
  if (!isJsonObject(value)) throw new Error(`${json} is no object`);
  return value;
};

describe('reading the fields of a payload', () => {
  test('[IN3] numbers that JavaScript cannot hold keep their digits', () => {
    const json = '{"a":12345678901234567890,"b":1.0,"c":[1e2,-0,0.1],"d":5}';
    expect(fieldTextsToJson(fieldTextsFromJson(json))).toBe(json);
    const { a, b, d } = object(json);
    expect([a, b, d].map(scalarText)).toEqual(['12345678901234567890', '1.0', '5']);
    expect([a, b, d].map(isJsonObject)).toEqual([false, false, false]);
  });

  test('[AR4] __proto__ and constructor are names like any other', () => {
    const hostile = object('{"__proto__":{"name":"x","number":"1"},"constructor":"y","n":1}');
    expect(own(hostile, 'name')).toBeUndefined();
    expect(own(object('{}'), '__proto__')).toBeUndefined();
    expect(own(object('{}'), 'constructor')).toBeUndefined();
    const json = fieldTextsToJson(fieldTexts(Object.entries(hostile)));
    expect(json).toBe('{"__proto__":{"name":"x","number":"1"},"constructor":"y","n":1}');
    expect(Object.prototype).not.toHaveProperty('number');
  });

  test('any fields survive the way to the database and back', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (record) => {
        const fields = fieldTexts(Object.entries(record));
        expect(fieldTextsFromJson(fieldTextsToJson(fields))).toEqual(fields);
      }),
    );
  });
});

describe('the hash of a content', () => {
  test('[AR6] is the same for any order of keys and any white space', () => {
    const hash = (json: string) => contentHash(parsedJson(json));
    expect(hash('{"a":1,"b":{"c":[1,2],"d":null}}')).toBe(
      hash('{ "b": {"d":null, "c":[1, 2]}, "a": 1 }'),
    );
  });

  test('[AR6] differs when anything else differs, even in the last of 20 digits', () => {
    const contents = ['{"a":1}', '{"a":"1"}', '{"b":1}', '{"a":[1]}', '{"a":null}', '{}', '[]'];
    const ids = ['{"a":12345678901234567890}', '{"a":12345678901234567891}'];
    const hashes = [...contents, ...ids].map((json) => contentHash(parsedJson(json)));
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
