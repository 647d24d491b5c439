import { PhoneRules } from '@hookline/records/phone';
import { describe, expect, test } from 'vitest';
import { JobReading } from '../../../src/archive/jobs/job-reports.ts';
import { HOUSE } from '../../support/house.ts';

const reading = new JobReading(HOUSE, new PhoneRules({ country: 'DE' }));

function read(payload: unknown) {
  return reading.reports(typeof payload === 'string' ? payload : JSON.stringify(payload));
}
const references = (payload: unknown) => read(payload).reports.map(({ reference }) => reference);
const status = (payload: unknown) => read(payload).reports[0]?.status;

describe('finding the jobs in a payload', () => {
  test.each([
    ['an object', { jobId: 'J1' }, ['J1']],
    ['each object of a list', [{ jobId: 'J1' }, { jobId: 'J2' }], ['J1', 'J2']],
    ['a list one level down', { jobs: [{ id: 1 }, { id: 2 }] }, ['1', '2']],
    ['a list with an id of its own', { id: 'batch', jobs: [{ id: 1 }, { id: 2 }] }, ['1', '2']],
    ['a list of any name', { seite: 1, zeilen: [{ jobId: 'J1' }, { id: 2 }] }, ['J1', '2']],
    ['an object one level down', { data: { jobId: 'J1' } }, ['J1']],
    ['objects by key', { a: { jobId: 'J1' }, b: { jobId: 'J2' } }, ['J1', 'J2']],
    ['a job without reference', { text: 'Bitte abholen', stops: [{ ort: 'Berlin' }] }, [null]],
    ['an empty list', { jobs: [], total: 0 }, []],
  ])('[AR7] takes %s', (_, payload, expected) => {
    expect(references(payload)).toEqual(expected);
  });

  test('[AR7] a job with a list of stops is one record', () => {
    const stops = [
      { id: 1, reference: 'R1' },
      { id: 2, reference: 'R2' },
    ];
    expect(references({ auftragsnummer: 'A-17', stops })).toEqual(['A-17']);
    expect(references({ id: 17, stops })).toEqual(['17']);
    expect(references({ kunde: { jobId: 'K1' }, stops: [{ ort: 'Berlin' }] })).toEqual(['K1']);
  });

  test('[AR7] [RE2] a job with objects for its customer and courier is one record', () => {
    const job = { text: 'eilig', kunde: { id: 1, nummer: 'K1' }, kurier: { id: 2, nummer: 'F2' } };
    // A number of the customer is none of the job.
    expect(references(job)).toEqual([null]);
    expect(references({ id: 'evt', type: 'job.updated', data: { jobId: 'J1' } })).toEqual(['J1']);
  });

  test('[AR7] what is no object is skipped and counted', () => {
    expect(read('[{"id":1},2,null]')).toMatchObject({ skipped: 2, reports: [{ reference: '1' }] });
    expect(read('5')).toEqual({ reports: [], skipped: 1 });
  });

  test('[AR7] [IN3] the payload of a job is the text that was sent', () => {
    const first =
      '{ "id":12345678901234567890, "x":1.0, "x":[1e2,-0], "__proto__":{"a":"\\u00fc"} }';
    const second = '{"id":"\\"]}","s":"{[\\\\"}';
    const { reports } = read(`{"x":[{}],"jobs":[7, ${first} ,\n${second}],"jobs2":1}`);
    expect(reports).toMatchObject([
      { reference: '12345678901234567890', payload: first },
      { reference: '"]}', payload: second },
    ]);
    expect(read(`{"jobs":[{"id":1}],"jobs":[${second}]}`).reports[0]?.payload).toBe(second);
    expect(read(first).reports[0]?.payload).toBe(first);
  });
});

describe('reference and status of a job', () => {
  test('[AR7] [RE2] the reference is the first of the names, then inside, then the id', () => {
    const names = ['delivery_id', 'jobId', 'auftragsnummer', 'reference', 'nummer', 'id'];
    for (const [i, name] of names.entries()) {
      const rest = names.slice(i).toReversed();
      const job = Object.fromEntries(rest.map((other) => [other, `by ${other}`]));
      expect(references(job), name).toEqual([`by ${name}`]);
    }
    expect(
      references({ id: 1, job: { nummer: 'N', delivery_id: 'D' }, x: { jobId: 'J' } }),
    ).toEqual(['D']);
    expect(references({ id: 1, job: { id: 2 } })).toEqual(['1']);
    expect(references({ jobId: '', reference: null, nummer: [], id: 0 })).toEqual(['0']);
    expect(references({ jobId: 'x'.repeat(1000), id: 7 })).toEqual(['7']);
  });

  test('[AR7] [RE4] the status is the first of status and state, then one level down', () => {
    expect(status({ id: 1, state: 'b', status: 'a' })).toBe('a');
    expect(status({ id: 1, state: 'b', job: { status: 'c' } })).toBe('b');
    expect(status({ id: 1, job: { state: 'd', status: 'c' } })).toBe('c');
    expect(status({ id: 1, status: { code: 3 } })).toBe('3');
    expect(status({ id: 1, status: {} })).toBeNull();
    expect(status({ id: 1, status: 3 })).toBe('3');
  });
});

describe('the numbers a job carries', () => {
  const keys = (payload: unknown) => read(payload).reports[0]?.phoneKeys;

  test('[AR10] are found wherever a person would put them', () => {
    expect(
      keys({
        id: 1,
        telefon: '030 23125-100/101',
        customer: { phone: '+49 69 90009-200' },
        kurier: { mobilnummer: '0171 39200-12' },
        stops: [{ contact: { mobile: '0176 040690-11' } }, { telefonEmpfaenger: '040 66969-300' }],
        phones: [{ type: 'work', number: '0221 4710-400' }, '101'],
      }),
    ).toEqual([
      '+493023125100',
      '+493023125101',
      '+492214710400',
      'internal:101',
      '+496990009200',
      '+491713920012',
      '+494066969300',
      '+4917604069011',
    ]);
  });

  test('[AR10] a house number, an amount and a reference are none', () => {
    const job = {
      id: 101,
      menge: 101,
      nummer: '102',
      stop: { strasse: 'Am Markt', number: '12 a' },
    };
    expect(keys(job)).toEqual([]);
  });

  test('[AR10] are bounded in number and depth', () => {
    const many = Array.from({ length: 20_000 }, (_, i) => ({ tel: `${10_000 + i}` }));
    expect(keys({ id: 1, stops: many })?.length).toBe(100);
    expect(keys(`{"id":1,"x":${'{"x":'.repeat(900)}{"tel":"101"}${'}'.repeat(900)}}`)).toEqual([]);
  });
});
