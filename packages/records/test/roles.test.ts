import { isInternal, isRoleField, rolesIn } from '@hookline/records';
import { expect, test } from 'vitest';

test('[AR5] roles are known by their fields, whatever a system calls them', () => {
  expect(rolesIn({ kind: 'customer' })).toEqual(['customer']);
  expect(rolesIn({ Rollen: ['Kurier', ' Kunde '] })).toEqual(['customer', 'courier']);
  expect(rolesIn({ kind: 'internal', note: 'Kunde' })).toEqual([]);
  expect(isInternal({ Art: 'Intern' })).toBe(true);
  expect(isInternal({ art: 'Internat' })).toBe(false);
});

test('a field that says more than a role is shown like any other', () => {
  expect(isRoleField('typ', 'Kunde')).toBe(true);
  expect(isRoleField('typ', 'Stammkunde')).toBe(false);
  expect(isRoleField('typ', ['Kunde', 'VIP'])).toBe(false);
  expect(isRoleField('kind', 'internal')).toBe(false);
  expect(isRoleField('name', 'Kunde')).toBe(false);
});
