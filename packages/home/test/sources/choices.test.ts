import type { KindPreview } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import de from '../../src/language/de-first.ts';
import later from '../../src/language/de-later.ts';
import { choicesFor, marksOf } from '../../src/pages/sources/reading/choices.ts';
import { isCut, rowsOf } from '../../src/pages/sources/reading/message-tree.tsx';
import { linesOf, type Rules } from '../../src/pages/sources/reading/rules.ts';
import { lineText } from '../../src/pages/sources/reading/targets.ts';

const payload = {
  event: 'x',
  data: { order: { id: 'b1', code: 'A-1' }, list: [{ id: 1 }, { id: 2 }] },
};
const kind: KindPreview = {
  name: 'x',
  count: 1,
  unread: 0,
  preset: null,
  sample: { receivedAt: '2026-11-18T10:00:00Z', payload },
  isIgnored: false,
  records: [
    {
      path: ['data', 'order'],
      values: { reference: 'b1' },
      statusClass: null,
      marks: [{ path: ['data', 'order', 'id'], target: 'reference', by: 'built-in' }],
    },
  ],
};
const choose = (place: (string | number)[], value: unknown, label: string, rules: Rules = []) => {
  const { likely, others, against } = choicesFor(
    { place, value },
    'jobs',
    kind,
    rules,
    later.reading,
    de.locale,
  );
  return [...likely, ...others, ...against].find((choice) => choice.label === label)?.rules;
};

describe('what is chosen for a value', () => {
  test('stands in the record, or is found from the message', () => {
    expect(choose(['data', 'order', 'code'], 'A-1', 'Auftragsnummer')).toEqual([
      { target: 'reference', path: 'code' },
    ]);
    expect(choose(['event'], 'x', 'Status')).toEqual([{ target: 'status', path: '$.event' }]);
  });

  test('a list is where the jobs are, each of its items one', () => {
    const rules = [{ target: 'record', path: '$.data.list[*]' }];
    expect(choose(['data', 'list'], payload.data.list, 'Hier steht der Auftrag')).toEqual(rules);
    expect(choose(['data', 'list', 1], { id: 2 }, 'Hier steht der Auftrag')).toEqual(rules);
  });

  test('only what it is read as is denied', () => {
    expect(choose(['data', 'order', 'id'], 'b1', 'Das ist nicht: Auftragsnummer')).toEqual([
      { not: 'reference', path: 'id' },
    ]);
    expect(choose(['data', 'order', 'code'], 'A-1', 'Das ist nicht: Auftragsnummer')).toBe(
      undefined,
    );
  });

  test('such messages are ignored by what stands in them', () => {
    expect(choose(['event'], 'x', 'Solche Nachrichten ignorieren (event = x)')).toEqual([
      { ignore: { path: '$.event', is: 'x' } },
    ]);
  });
});

test('what stands above several jobs is marked once', () => {
  const marks = [{ path: ['at'], target: 'at' as const, by: 'rule' as const }];
  const record = { path: [], values: {}, statusClass: null, marks };
  expect(marksOf([record, record]).get('["at"]')).toEqual(marks);
});

test('of a large message a bounded part is shown, of a list the first items', () => {
  expect(rowsOf(payload, new Set()).map(({ name }) => name)).toContain('1.');
  const list = Array.from({ length: 4 }, (_, id) => ({ id }));
  expect(rowsOf(list, new Set())).toHaveLength(6);
  expect(rowsOf(list, new Set(['[3]', '[0]']))).toHaveLength(6);
  expect(isCut(rowsOf(Array.from({ length: 5000 }), new Set()))).toBe(true);
});

test.each([
  [{ target: 'reference', path: 'order.code' }, 'Auftragsnummer steht in order › code'],
  [{ target: 'at', path: '$.ts' }, 'Zeit der Meldung steht in ts'],
  [{ target: 'reference', paths: ['a', 'b'] }, 'Auftragsnummer steht in a oder sonst in b'],
  [{ target: 'pickup.name', paths: ['a', 'b'], join: ' ' }, 'Abholung · Name steht in a und b'],
  [{ target: 'status', words: { 30: 'done' } }, 'Status 30 heißt Erledigt'],
  [{ not: 'reference', path: 'id' }, 'Auftragsnummer steht nicht in id'],
  [{ ignore: 'order' }, 'Nicht gelesen wird order'],
  [{ ignore: { path: '$.event', is: 'ping' } }, 'Ignoriert werden Nachrichten mit event = ping'],
  [{ target: 'record', path: '$.orders[*]' }, 'Auftrag oder Kontakt steht in orders › …'],
] as const)('%j in words: %s', (rule, text) => {
  expect(
    linesOf([rule as unknown as Rules[number]]).map((line) => lineText(line, later.reading, de)),
  ).toEqual([text]);
});
