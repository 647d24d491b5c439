import { Address, ArchivedEvent, Call, Job, JobHistory, JobVersion } from '@hookline/contract';
import { FACT_COLUMNS } from '@hookline/contract/job-facts';
import { factsAfter, NO_FACTS } from '@hookline/records';
import { describe, expect, test } from 'vitest';
import { HEADINGS } from '../../../src/archive/headings.ts';
import { ArchiveRows, FIRST_PAGE } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

const ID = '0195a000-0000-7000-8000-000000000001';
const TIME = '2026-03-09T08:07:06.005Z';
/** Whatever parses it and writes it again changes it. */
const ODD = '{ "n":12345678901234567890,\n"x":1.0,"x":1e2,"z":-0,"__proto__":"\\u00fc\\/" }';

/** Nothing more and nothing less than the contract has, in its order. */
function expectFields(text: string | undefined, { properties }: { properties: object }): void {
  expect(Object.keys(JSON.parse(text ?? ''))).toEqual(Object.keys(properties));
}

describe.each(DATABASES)('%s', (kind) => {
  test('[AR10] an address has the fields of the contract in their order', async () => {
    const rows = await ArchiveRows.open(kind);
    const address = { id: ID, number: '030 23125-100', name: 'Süß "GmbH"', is_courier: 1 };
    const times = { created_at: TIME, updated_at: TIME };
    const corrected = { corrected_by: 'Platz "21"', corrected_at: TIME };
    await rows.address({ ...address, is_customer: 1, fields: ODD, ...corrected, ...times });
    const text = `{"id":"${ID}","number":"030 23125-100","e164":"+493023125100","display":"030 23125100","line":"+493023125100","name":"Süß \\"GmbH\\"","roles":["customer","courier"],"numbers":[],"fields":${ODD},"correctedBy":{"desk":"Platz \\"21\\"","at":"${TIME}"},"createdAt":"${TIME}","updatedAt":"${TIME}","seenAt":null,"others":[]}`;
    expect(await rows.reader.addresses({}, FIRST_PAGE, 'json')).toEqual({
      items: [text],
      next: null,
    });
    expect(await rows.reader.address(ID)).toBe(text);
    expectFields(text, Address);
    expect(await rows.reader.address('0195a000-0000-7000-8000-000000000002')).toBeUndefined();
    expect(await rows.reader.address('\0')).toBeUndefined();
  });

  test('[AR10] a call has the fields of the contract in their order', async () => {
    const rows = await ArchiveRows.open(kind);
    const call = { id: ID, call_id: 'c-1', state: 'ended', direction: 'in', number: '21' };
    const done = { note: 'a\nb', note_by: 'Platz "21"', note_at: TIME, settled: 1 };
    const attempts = `[{"desk":"Ä","at":"${TIME}"}]`;
    const later = { attempts, remind_at: TIME, remind_by: 'Ä' };
    await rows.call({ ...call, ...done, ...later, missed: 1, started_at: TIME, payload: ODD });
    const { items } = await rows.reader.calls({}, FIRST_PAGE, 'json');
    expectFields(items[0], Call);
    expect(items).toEqual([
      `{"id":"${ID}","callId":"c-1","state":"ended","direction":"in","number":"21","e164":null,"line":"internal:21","name":null,"addressId":null,"missed":true,"settled":true,"settledBy":null,"note":"a\\nb","noteBy":{"desk":"Platz \\"21\\"","at":"${TIME}"},"claimedBy":null,"attempts":[{"desk":"Ä","at":"${TIME}"}],"remindAt":"${TIME}","remindBy":"Ä","job":null,"contact":null,"startedAt":"${TIME}","endedAt":null,"payload":${ODD}}`,
    ]);
  });

  test('[AR10] a job is listed once, in its newest version, and has all of them', async () => {
    const rows = await ArchiveRows.open(kind);
    const old = ID.replace(/1$/, '0');
    await rows.job({ id: old, reference: 'A/1', status: 'new', payload: '[1.0]' });
    const version = { id: ID, reference: 'A/1', received_at: TIME, payload: ODD };
    const facts = { ...NO_FACTS, courier: { name: 'Rast', phone: null }, deliverAt: '2026-03-09' };
    const state = { facts: JSON.stringify(facts), due_at: TIME, due_sort_key: TIME };
    await rows.job({ ...version, status: 'x', status_class: 'open' }, [], 1, state);
    const shown = JSON.stringify(factsAfter(facts));
    expect(JSON.parse(shown)).toMatchObject({ courier: { name: 'Rast' }, deliverBy: '2026-03-09' });
    const named = '"reference":"A/1","status":"x","statusClass":"open"';
    const closing = { closed_by: 'Jana', closed_at: TIME };
    await rows.assignment({ name: 'A/1', note: 'x', ...closing });
    const handled = `"note":"x","noteBy":null,"claimedBy":null,"closedBy":{"desk":"Jana","at":"${TIME}"}`;
    const now = `"facts":${shown},"courierId":null,"courierCandidates":[],"dueAt":"${TIME}","late":true,${handled}`;
    const job = `{"id":"${old}",${named},"receivedAt":"${TIME}",${now},"payload":${ODD}}`;
    expect((await rows.reader.jobs({}, FIRST_PAGE, 'json')).items).toEqual([job]);
    expectFields(job, Job);
    const newest = `{"id":"${ID}",${named},"receivedAt":"${TIME}","sender":null,"arrivedLate":false,"payload":${ODD}}`;
    const first = `{"id":"${old}","reference":"A/1","status":"new","statusClass":null,"receivedAt":"2026-03-01T00:00:00.000Z","sender":null,"arrivedLate":false,"payload":[1.0]}`;
    expectFields(first, JobVersion);
    expect(await rows.reader.job('A/1', FIRST_PAGE)).toEqual({
      now: `"id":"${old}",${named},${now}`,
      items: [newest, first],
      next: null,
    });
    expectFields(`{"id":"${old}",${named},${now},"versions":[]}`, JobHistory);
    for (const id of [old, ID]) {
      expect(await rows.reader.job(id, FIRST_PAGE)).toMatchObject({ items: [newest, first] });
    }
    expect(await rows.reader.job('A/2', FIRST_PAGE)).toBeUndefined();
    expect(await rows.reader.job('\0', FIRST_PAGE)).toBeUndefined();
  });

  test('[AR7] [AR10] a job without a reference is found by its identifier', async () => {
    const rows = await ArchiveRows.open(kind);
    const id = await rows.job();
    const { now, items } = (await rows.reader.job(id, FIRST_PAGE)) ?? {};
    expect(now).toMatch(`"id":"${id}","reference":null`);
    expect(items).toHaveLength(1);
    expect(await rows.reader.job(`#${id}`, FIRST_PAGE)).toBeUndefined();
    expect((await rows.reader.jobs({}, FIRST_PAGE, 'json')).items).toHaveLength(1);
  });

  test('[AR3] an archived event carries its payload as it was sent', async () => {
    const rows = await ArchiveRows.open(kind);
    const sent = {
      channel: 'jobs',
      sender: 'erp',
      topic: 'order.paid',
      received_at: TIME,
      payload: ODD,
    };
    await rows.event({ id: ID, event_id: 7, ...sent });
    const { items } = await rows.reader.events({}, FIRST_PAGE, 'json');
    expectFields(items[0], ArchivedEvent);
    expect(items).toEqual([
      `{"id":"${ID}","eventId":7,"instance":"life","channel":"jobs","receivedAt":"${TIME}","sender":"erp","topic":"order.paid","payload":${ODD}}`,
    ]);
  });

  test('[SE5] CSV defuses what a spreadsheet that splits elsewhere would take for a formula', async () => {
    const rows = await ArchiveRows.open(kind);
    const times = { created_at: TIME, updated_at: TIME };
    const name = 'a;=cmd|\'/c calc\'!A1;"=b"\t+c\n@d; -e;f';
    const fields = '{"a":";=x",\n"=b":[\n-1,"c;d"]}';
    await rows.address({ id: ID, name, fields, is_customer: 1, is_courier: 0, ...times });
    const [line = ''] = (await rows.reader.addresses({}, FIRST_PAGE, 'csv')).items;
    // As a spreadsheet sees it for which the quotes of this file are none.
    const cells = line.split(/[;\t\r\n]/).map((cell) => cell.replace(/^"+/, ''));
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    // And as RFC 4180 has it.
    const read = [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^,"]*))(?:,|\r\n)/g)].map(
      ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare,
    );
    expect(read[5]).toBe("a;'=cmd|'/c calc'!A1;'\"=b\"\t'+c\n'@d;' -e;f");
    expect(JSON.parse(read[8] ?? '')).toEqual(JSON.parse(fields));
  });

  test('[SE5] CSV has a heading, quotes what needs it and defuses formulas', async () => {
    const rows = await ArchiveRows.open(kind);
    const address = { id: ID, number: '+49 30 23125 100', name: '=HYPERLINK("x")', is_courier: 1 };
    const times = { created_at: TIME, updated_at: TIME };
    const corrected = { corrected_by: '=1', corrected_at: TIME };
    const more = { is_customer: 1, fields: '{"ort":"Ulm"}', ...corrected };
    await rows.address({ ...address, ...more, ...times });
    expect(HEADINGS.addresses.csv).toBe(
      'id,number,e164,display,line,name,roles,numbers,fields,correctedBy,correctedAt,createdAt,updatedAt,seenAt,others\r\n',
    );
    expect((await rows.reader.addresses({}, FIRST_PAGE, 'csv')).items).toEqual([
      `${ID},'+49 30 23125 100,'+493023125100,030 23125100,'+493023125100,"'=HYPERLINK(""x"")",customer courier,[],"{""ort"":""Ulm""}",'=1,${TIME},${TIME},${TIME},,[]\r\n`,
    ]);
    await rows.call({ id: ID, payload: '["a",\r\n"b"]' });
    expect((await rows.reader.calls({}, FIRST_PAGE, 'csv')).items).toEqual([
      `${ID},,,,,,,,,false,false,,,,,,,,0,,,,,,,,,"[""a"",  ""b""]"\r\n`,
    ]);
    await rows.job({ id: ID, reference: '-1+1', payload: '1', received_at: TIME });
    const claim = { claimed_by: '@Platz', claimed_at: TIME };
    await rows.assignment({ name: '-1+1', note: '=1', note_by: '+1', note_at: TIME, ...claim });
    expect((await rows.reader.jobs({}, FIRST_PAGE, 'csv')).items).toEqual([
      `${ID},'-1+1,,,${TIME}${','.repeat(FACT_COLUMNS.length)},,false,'=1,'+1,${TIME},'@Platz,${TIME},,,1\r\n`,
    ]);
    await rows.job({ reference: '＝1+1', received_at: '2026-03-08T00:00:00.000Z' });
    expect((await rows.reader.jobs({ reference: '＝1+1' }, FIRST_PAGE, 'csv')).items[0]).toContain(
      ",'＝1+1,",
    );
    await rows.event({ id: ID, received_at: TIME, payload: '-1' });
    expect((await rows.reader.events({}, FIRST_PAGE, 'csv')).items).toEqual([
      `${ID},1,life,,${TIME},,,'-1\r\n`,
    ]);
  });

  test('[AR10] only addresses are written as vCards', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.address({ number: '030 23125-100', name: 'Süß' });
    const { items } = await rows.reader.addresses({}, FIRST_PAGE, 'vcard');
    expect(items[0]).toMatch(/^BEGIN:VCARD\r\nVERSION:3\.0\r\n(?:.+\r\n)+END:VCARD\r\n$/);
    await rows.call();
    await expect(rows.reader.calls({}, FIRST_PAGE, 'vcard')).rejects.toThrow(RangeError);
  });
});
