import { expect, test } from 'vitest';
import { parsedJson } from '../src/exact-json.ts';
import { filledText, isJsonObject, NameList, own, scalarText } from '../src/fields.ts';

const object = (json: string) => {
  const value = parsedJson(json);
  if (!isJsonObject(value)) throw new Error(`${json} is no object`);
  return value;
};

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

test('[AR5] objects with the same names in a row are told apart by their line breaks', () => {
  const names = new NameList('tel', 'name');
  expect(names.entriesOf({ 'x\ntel': 1, name: 2 })).toEqual([['name', 2]]);
  expect(names.entriesOf({ x: 1, 'tel\nname': 2 })).toEqual([]);
  expect(names.entriesOf({ x: 1, tel: 2, name: 3 })).toEqual([
    ['tel', 2],
    ['name', 3],
  ]);
});

test('only strings and numbers are text, and blanks say nothing', () => {
  for (const value of [null, undefined, true, {}, [], ['x']]) {
    expect(scalarText(value)).toBeUndefined();
  }
  expect([filledText(' a '), filledText('  '), filledText(0)]).toEqual(['a', undefined, '0']);
});

test('[AR4] what every object inherits is no field of it', () => {
  expect(new NameList('name', 'toString', '__proto__').entriesOf(object('{}'))).toEqual([]);
});
