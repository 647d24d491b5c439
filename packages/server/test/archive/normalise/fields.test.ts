import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentHash } from '../../../src/archive/normalise/content-hash.ts';
import {
  fieldTexts,
  fieldTextsFromJson,
  fieldTextsToJson,
  filledText,
  isJsonObject,
  NameList,
  own,
  parsedJson,
  scalarText,
} from '../../../src/archive/normalise/fields.ts';

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
    expect(new NameList('name', 'toString', '__proto__').entriesOf(object('{}'))).toEqual([]);
    const json = fieldTextsToJson(fieldTexts(Object.entries(hostile)));
    expect(json).toBe('{"__proto__":{"name":"x","number":"1"},"constructor":"y","n":1}');
    expect(Object.prototype).not.toHaveProperty('number');
  });

  test('[AR4] of a repeated key the last one counts', () => {
    expect(own(object('{"name":"a","name":"b"}'), 'name')).toBe('b');
  });

  test('[AR5] names are found in the order of the list, however they are spelled', () => {
    const names = new NameList('number', 'phone_number', 'phoneNumber', 'tel');
    const record = object('{"TEL":"3","Phone-Number":"2","x":"0","number":" "}');
    expect(names.entriesOf(record)).toEqual([
      ['number', ' '],
      ['Phone-Number', '2'],
      ['TEL', '3'],
    ]);
    expect(names.textIn(record)).toBe('2');
    expect(names.has('phonenumber')).toBe(true);
    expect(names.has('numbers')).toBe(false);
  });

  test('only strings and numbers are text, and blanks say nothing', () => {
    for (const value of [null, undefined, true, {}, [], ['x']]) {
      expect(scalarText(value)).toBeUndefined();
    }
    expect([filledText(' a '), filledText('  '), filledText(0)]).toEqual(['a', undefined, '0']);
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
