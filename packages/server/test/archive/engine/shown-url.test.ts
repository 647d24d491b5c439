import { expect, test } from 'vitest';
import { shownUrl } from '../../../src/archive/engine/store/store.ts';

test.each([
  ['sqlite:./data/hookline.db', 'sqlite:./data/hookline.db'],
  ['postgres://db.example/hookline', 'postgres://db.example/hookline'],
  ['postgres://hook:s3cret@db.example:5433/hookline', 'postgres://db.example:5433/hookline'],
  ['postgresql://hook:s3@cret@db.example/hookline', 'postgresql://db.example/hookline'],
  ['postgres://db.example/hookline?user=a&password=s3cret', 'postgres://db.example/hookline'],
  [
    'postgres:///hookline?host=/var/run/postgresql&password=s3cret',
    'postgres:///hookline?host=/var/run/postgresql',
  ],
])('[CF2] the address %s is shown as %s', (url, shown) => {
  expect(shownUrl(url)).toBe(shown);
});
