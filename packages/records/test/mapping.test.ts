import type { MappingRule } from '@hookline/contract';
import { describe, expect, it } from 'vitest';
import {
  type JobOptions,
  jobMessages,
  Mapping,
  NameList,
  pathTo,
  StatusWords,
} from '../src/index.ts';
import { jsonPath } from '../src/json-path.ts';

const OPTIONS: JobOptions = {
  referenceNames: new NameList(),
  statusWords: new StatusWords(),
  timeZone: 'Europe/Berlin',
};

function read(message: unknown, ...rules: MappingRule[]) {
  const { messages } = jobMessages(message, OPTIONS, new Mapping(rules, 'jobs'));
  return messages.map(({ reference, aliases, status, statusClass, facts, happened, mapped }) => ({
    reference,
    aliases,
    status,
    statusClass,
    facts,
    happened,
    mapped,
  }));
}

const MESSAGE = {
  kind: 'update',
  id: 'shop-7',
  code: 'A 17/3',
  state: 90,
  who: { label: 'Ida Kern', line: '0171 3920101' },
  spaces: [
    { type: 'from', text: 'Labor Nord', street: 'Rigaer Straße 41', town: '10247 Berlin' },
    { type: 'to', text: 'Praxis Süd', phone: '030 555 01' },
  ],
  latest: '2026-03-04T12:00:00Z',
  count: '3',
};

describe('what an office says about a sender [MA1] [MA2]', () => {
  it.each([
    ['18.11.2026', '15:30'],
    ['15:30', '18.11.2026'],
    ['20261118', '1530'],
    ['2026-11-18T00:00:00', '15:30'],
    ['3:30 pm', '2026-11-18'],
  ])('takes %s and %s for one time', (one, other) => {
    const [job] = read(
      { no: 'A 1', one, other },
      { target: 'reference', path: 'no' },
      { target: 'deliverBy', paths: ['one', 'other'], join: ' ' },
    );
    expect(job?.facts.deliverBy).toBe('2026-11-18T14:30:00.000Z');
  });

  it.each([
    ['day-first', '2026-04-03T13:00:00.000Z'],
    ['month-first', '2026-03-04T14:00:00.000Z'],
    [undefined, undefined],
  ] as const)('reads 03/04/2026 %s', (dates, at) => {
    const [job] = read(
      { no: 'A 1', x: '03/04/2026 15:00' },
      { target: 'reference', path: 'no' },
      { target: 'deliverBy', path: 'x', ...(dates && { dates }) },
    );
    expect(job?.facts.deliverBy).toBe(at);
    expect(job?.mapped?.failed).toEqual(at === undefined ? [1] : []);
  });

  it('decides where a rule speaks, and leaves all else to the reading', () => {
    const [job] = read(
      MESSAGE,
      { target: 'reference', path: 'code' },
      { target: 'status', path: 'state', words: { '90': 'done' } },
      { target: 'courier.name', path: 'who.label' },
      { target: 'courier.phone', path: 'who.line' },
      { target: 'pickup.name', path: 'spaces[type=from].text' },
      { target: 'pickup.address', path: 'spaces[type=from]' },
      { target: 'dropoff.name', path: 'spaces[last].text' },
      { target: 'dropoff.phone', path: '$.spaces[1].phone' },
      { target: 'deliverBy', path: 'latest' },
      { target: 'parcels', path: 'count' },
      { target: 'at', path: '["latest"]' },
    );
    expect(job).toMatchObject({
      reference: 'A 17/3',
      status: '90',
      statusClass: 'done',
      facts: {
        courier: { name: 'Ida Kern', phone: '0171 3920101' },
        pickup: { name: 'Labor Nord', address: 'Rigaer Straße 41, 10247 Berlin' },
        dropoff: { name: 'Praxis Süd', phone: '030 555 01' },
        deliverBy: '2026-03-04T12:00:00.000Z',
        parcels: 3,
      },
      happened: { path: 'rule', at: '2026-03-04T12:00:00.000Z' },
    });
    expect(job?.mapped?.told).toContainEqual({
      target: 'pickup.name',
      rule: 4,
      places: [['spaces', 0, 'text']],
    });
  });

  it('takes the first path that is there, or all of them in one text', () => {
    const rules: MappingRule[] = [
      { target: 'reference', paths: ['nothing', 'id'] },
      { target: 'pickup.note', paths: ['kind', 'code'], join: ' / ' },
    ];
    expect(read(MESSAGE, ...rules)[0]).toMatchObject({
      reference: 'shop-7',
      facts: { pickup: { note: 'update / A 17/3' } },
    });
  });

  it('reads on where a value is said not to be what it was taken for', () => {
    const message = { order_number: 'SHOP', id: 'D-1001', status: 'delivered' };
    expect(read(message)[0]?.reference).toBe('SHOP');
    const [job] = read(message, { not: 'reference', path: 'order_number' });
    expect(job).toMatchObject({ reference: 'D-1001', aliases: [], status: 'delivered' });
  });

  it('reads nothing of what is ignored, and no message that is', () => {
    const ignored: MappingRule = { ignore: { path: 'kind', is: 'ping' } };
    expect(read({ ...MESSAGE, kind: 'ping' }, ignored)).toEqual([]);
    expect(read(MESSAGE, ignored)).toHaveLength(1);
    expect(read({ id: 'A-1', driver: { name: 'Ben' } }, { ignore: 'driver' })[0]?.facts).toEqual(
      {},
    );
  });

  it('finds the records where it is said', () => {
    const message = { head: { stand: 1 }, body: { rows: [{ x: 'A-1' }, { x: 'A-2' }] } };
    const rules: MappingRule[] = [
      { target: 'record', path: '$.body.rows[*]' },
      { target: 'reference', path: 'x' },
    ];
    expect(read(message, ...rules).map(({ reference }) => reference)).toEqual(['A-1', 'A-2']);
    const [list] = rules
      .slice(0, 0)
      .concat({ target: 'record', path: '$.body.rows' }, rules.slice(1));
    expect(
      read(message, ...(list ? [list, ...rules.slice(1)] : [])).map((job) => job.reference),
    ).toEqual(['A-1', 'A-2']);
  });

  it('falls back where a rule finds what is no such thing, and says so', () => {
    const message = { id: 'A-1', deliver_by: '2026-03-04T12:00:00Z', note: 'soon' };
    const [job] = read(message, { target: 'deliverBy', path: 'note' });
    expect(job?.facts.deliverBy).toBe('2026-03-04T12:00:00.000Z');
    expect(job?.mapped?.failed).toEqual([0]);
  });

  it('takes words as they are, numbers and commas too, for this sender only', () => {
    const words: MappingRule = { target: 'status', words: { '7,2': 'problem', Offen: 'done' } };
    expect(read({ id: 'A-1', status: '7,2' }, words)[0]?.statusClass).toBe('problem');
    expect(read({ id: 'A-1', status: 'offen' }, words)[0]?.statusClass).toBe('done');
    expect(read({ id: 'A-1', status: '7,2' })[0]?.statusClass).toBeNull();
  });

  it('does not give somebody else’s number to the courier who is named', () => {
    const message = { id: 'A-1', driver: { name: 'Leitstelle', phone: '030 1' }, fahrerin: 'Ida' };
    const [job] = read(message, { target: 'courier.name', path: 'fahrerin' });
    expect(job?.facts.courier).toEqual({ name: 'Ida' });
  });

  it('knows some systems by the shape of their messages, and lets the office overrule that [MA5]', () => {
    const message = { label_id: 'S1.A1', partner_id: 'P-77', status_id: 5 };
    expect(read(message)[0]).toMatchObject({ reference: 'S1.A1', statusClass: 'done' });
    const [job] = read(message, { target: 'status', path: 'status_id', words: { '5': 'problem' } });
    expect(job?.statusClass).toBe('problem');
  });

  it.each([
    [{ target: 'reference', path: '' }, 'is no path'],
    [{ target: 'reference', path: 'a..b' }, 'is no path'],
    [{ target: 'reference', path: 'a[' }, 'is no path'],
    [{ target: 'reference', path: '__proto__.x' }, 'is no path'],
    [{ target: 'reference', path: 'a["__proto__"]' }, 'is no path'],
    [{ target: 'reference', path: Array(13).fill('a').join('.') }, '12 levels'],
    [{ target: 'vehicle', path: 'a' }, 'no target of jobs'],
    [{ target: 'reference' }, 'has no path'],
    [{ target: 'reference', path: 'a', words: { a: 'done' } }, 'Only a status'],
  ] as [MappingRule, string][])('refuses %j', (rule, why) => {
    expect(() => new Mapping([rule], 'jobs')).toThrow(why);
  });

  it('writes the path of a place so that it leads there again', () => {
    const message = {
      data: [{ type: 'pickup', 'x.y': { '': 1, $a: [2, { b: 3 }] } }, { type: 'x' }],
    };
    const place = ['data', 0, 'x.y', '$a', 1, 'b'];
    expect(pathTo(place, message)).toBe('data[type=pickup]["x.y"]["$a"][1].b');
    expect(pathTo(place, message, ['data', 0])).toBe('["x.y"]["$a"][1].b');
    expect(pathTo(['data'], message, ['data', 0])).toBe('$.data');
    expect(jsonPath(pathTo(place, message)).steps).toHaveLength(6);
  });

  it('[MA2] a path to an item of a list says what it is, and never what is different each time', () => {
    const stops = [
      { stopType: 1, name: 'Labor' },
      { stopType: 2, name: 'Praxis' },
    ];
    expect(pathTo(['stops', 1, 'name'], { stops })).toBe('stops[stopType=2].name');
    expect(pathTo(['stops', 1, 'stopType'], { stops })).toBe('stops[1].stopType');
    const props = [
      { name: 'fahrer', value: 'Berta' },
      { name: 'frist', value: '15:00' },
    ];
    expect(pathTo(['props', 0, 'value'], { props })).toBe('props[name=fahrer].value');
    const people = [{ name: 'Ida' }, { name: 'Ole' }];
    expect(pathTo(['people', 1, 'phone'], { people })).toBe('people[1].phone');
  });

  it('[MA2] a day and a time of their own, and yes or no as a status', () => {
    const [job] = read(
      { code: 'A 1', day: 20261118, clock: 1500, fertig: true },
      { target: 'deliverBy', paths: ['day', 'clock'], join: ' ' },
      { target: 'status', path: 'fertig', words: { true: 'done', false: 'open' } },
    );
    expect(job).toMatchObject({
      status: 'true',
      statusClass: 'done',
      facts: { deliverBy: '2026-11-18T14:00:00.000Z' },
      mapped: { failed: [] },
    });
  });
});
