import { describe, expect, test } from 'vitest';
import { BONN, IN_BONN, IN_ULM, jobs, mergedFacts, ULM } from './reading.ts';

const AT = '2026-03-04T10:00:00.000Z';

describe('[RE11] when what a message tells happened', () => {
  test.each([
    'timestamp',
    'updated_at',
    'occurred_at',
    'eventTime',
    'event_timestamp',
    'zeitpunkt',
    'Zeitstempel',
    'statusDate',
    'lastUpdated',
    'modified_on',
    'geändert_am',
  ])('by %s of the record', (name) => {
    const [job] = jobs({ jobId: 7, status: 'delivered', [name]: AT });
    expect(job?.happened?.at).toBe(AT);
    expect(job?.happened?.path).toMatch(/^record\./);
  });

  test.each<[string, object]>([
    ['its envelope', { event: 'job.delivered', created: 1772618400, data: { jobId: 7 } }],
    ['a list around it', { sentAt: AT, jobs: [{ jobId: 7, status: 'delivered' }] }],
    ['its status', { jobId: 7, status: { code: 'delivered', timestamp: AT } }],
    ['its last event', { jobId: 7, lastEvent: { status: 'delivered', date: AT } }],
    [
      'the newest in its history',
      {
        jobId: 7,
        history: [
          { status: 'new', at: '2026-03-04T08:00Z' },
          { status: 'delivered', at: AT },
        ],
      },
    ],
  ])('by %s', (_, payload) => {
    expect(jobs(payload)[0]?.happened?.at).toBe(AT);
  });

  test.each<[string, object]>([
    ['a bare date', { updated_at: '2026-03-04' }],
    ['when it is to be done', { time: AT, date: AT, pickup_time: AT, delivery_date: AT }],
    ['when the job was made', { created_at: AT }],
  ])('not by %s', (_, fields) => {
    expect(jobs({ jobId: 7, status: 'new', ...fields })[0]?.happened).toBeUndefined();
  });

  test('to the thousandth of a second', () => {
    const [job] = jobs({ jobId: 7, updated_at: '2026-03-04T10:00:00.123456+00:00' });
    expect(job?.happened?.at).toBe('2026-03-04T10:00:00.123Z');
  });
});

describe('[RE4] [RE12] the stops of a job', () => {
  const STOPS = [
    { type: 'pickup', name: 'Lager', ...ULM },
    { type: 'dropoff', name: 'Zwischen', address: 'Ring 1, 70173 Stuttgart' },
    { type: 'dropoff', name: 'Praxis', ...BONN },
  ];

  test('are told in their order, and the first and the last of them as before', () => {
    const facts = mergedFacts(jobs({ jobId: 7, stops: STOPS }).map((job) => job.facts));
    expect(facts).toMatchObject({ pickup: { address: IN_ULM }, dropoff: { address: IN_BONN } });
    expect(facts.stops?.map(({ side, name }) => [side, name])).toEqual([
      ['pickup', 'Lager'],
      ['dropoff', 'Zwischen'],
      ['dropoff', 'Praxis'],
    ]);
  });

  test('are not told where there is one to pick up and one to drop off', () => {
    const [job] = jobs({ jobId: 7, stops: [STOPS[0], STOPS[2]] });
    expect(job?.facts.stops).toBeUndefined();
  });

  test('stay known when a later message is silent about them', () => {
    const told = [
      { jobId: 7, stops: STOPS },
      { jobId: 7, status: 'delivered' },
    ];
    expect(mergedFacts(told.flatMap((one) => jobs(one)[0]?.facts ?? [])).stops).toHaveLength(3);
  });

  test('of legs are the places between them', () => {
    const [a, b, c] = STOPS;
    const legs = [
      { from: a, to: b },
      { from: b, to: c },
    ];
    const [job] = jobs({ jobId: 7, legs });
    expect(job?.facts.stops?.map(({ name }) => name)).toEqual(['Lager', 'Zwischen', 'Praxis']);
  });
});
