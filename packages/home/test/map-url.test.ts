import { expect, test } from 'vitest';
import { mapUrlOf } from '../src/parts/map-link.tsx';

const MAP = 'https://maps.example.com/?q={address}&from={address}';

test.each([
  ['Am Markt 3,\n 10115 Berlin', 'Am%20Markt%203%2C%2010115%20Berlin'],
  ['$& {address} "<&#?', '%24%26%20%7Baddress%7D%20%22%3C%26%23%3F'],
  ['x\ud800', 'x%EF%BF%BD'],
])('[DI4] %j is one part of the address of a map', (address, part) => {
  expect(mapUrlOf(address, MAP)).toBe(`https://maps.example.com/?q=${part}&from=${part}`);
});

test('[DI4] without a map, and without an address, there is no link', () => {
  expect(mapUrlOf('Am Markt 3', '')).toBeUndefined();
  expect(mapUrlOf('  ', MAP)).toBeUndefined();
  expect(mapUrlOf('alert(1)', 'javascript:{address}')).toBeUndefined();
});
