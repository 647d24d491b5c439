import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { emptiedArchive, only, type WrittenArchive } from '../../support/written-archive.ts';

const CALL = {
  callId: 'c-7',
  direction: 'in',
  from: { raw: '03023125100', number: '+493023125100', name: '' },
  to: { raw: '21', number: '21', name: 'Leitstelle' },
  startedAt: '2026-03-01T08:00:00.000Z',
};
const at = (second: number) => new Date(Date.parse(CALL.startedAt) + second * 1000).toISOString();
const RINGING = { ...CALL, state: 'ringing', timestamp: at(1) };
const NAMED = { ...RINGING, from: { ...CALL.from, name: 'Süß GmbH' }, timestamp: at(2) };
const CONNECTED = { ...CALL, state: 'connected', answeredAt: at(5), timestamp: at(5) };
const HELD = { ...CONNECTED, state: 'held', timestamp: at(9) };
const ENDED = {
  ...CONNECTED,
  state: 'ended',
  endedAt: at(60),
  durationSec: 55,
  endCause: 'normal',
  timestamp: at(60),
  note: 'ruft wieder an',
};
const MISSED = { ...CALL, state: 'ended', endedAt: at(30), endCause: 'missed', timestamp: at(30) };

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: calls', (kind) => {
  test('[AR9] ten browsers report one call, twice and in any order', async () => {
    const written = await emptied(kind);
    const distinct = [RINGING, NAMED, CONNECTED, HELD, ENDED];
    const all = Array.from({ length: 20 }, () => distinct).flat();
    const [shuffled = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), 1);
    for (const [i, report] of shuffled.entries()) {
      written.report(i % 3 === 0 ? report : i % 3 === 1 ? [report] : { calls: [report] });
    }
    await written.settled();
    expect(only(await written.calls())).toEqual({
      id: expect.any(String),
      callId: 'c-7',
      state: 'ended',
      direction: 'in',
      number: '+493023125100',
      e164: '+493023125100',
      line: '+493023125100',
      name: 'Süß GmbH',
      addressId: null,
      missed: false,
      settled: false,
      settledBy: null,
      note: 'ruft wieder an',
      noteBy: null,
      claimedBy: null,
      attempts: [],
      remindAt: null,
      remindBy: null,
      job: null,
      contact: null,
      startedAt: CALL.startedAt,
      endedAt: at(60),
      payload: ENDED,
    });
    const kept = (await written.rows('call_reports')).map((row) => String(row['payload']));
    expect(kept.toSorted()).toEqual(distinct.map((one) => JSON.stringify(one)).toSorted());
  });

  test('[AR9] an identical report changes nothing and is not announced', async () => {
    const written = await emptied(kind);
    written.report([RINGING, ENDED]);
    await written.settled();
    const before = await written.rows('calls');
    written.changes.length = 0;
    written.report(ENDED);
    written.report({ calls: [RINGING, ENDED] });
    await written.settled();
    expect(await written.rows('calls')).toEqual(before);
    expect(written.changes).toEqual([]);
    written.report(NAMED);
    await written.settled();
    expect(written.changes).toEqual(['calls']);
  });

  test('[AR9] an event of a call is one report, whoever tells it and whatever else it carries', async () => {
    const written = await emptied(kind);
    const event = { event: 'call.ended', timestamp: at(60), data: { ...ENDED } };
    written.report(event);
    await written.settled();
    const before = await written.rows('calls');
    written.changes.length = 0;
    written.report({ ...event, data: { ...ENDED, name: 'another name', desk: 'at the window' } });
    await written.settled();
    expect(await written.rows('call_reports')).toHaveLength(1);
    expect(await written.rows('calls')).toEqual(before);
    expect(written.changes).toEqual([]);
    written.report({ ...event, timestamp: at(61) });
    await written.settled();
    expect(await written.rows('call_reports')).toHaveLength(2);
  });

  test('[AR9] missed is incoming, ended and never answered', async () => {
    const written = await emptied(kind);
    written.report([
      { ...MISSED, callId: 'missed' },
      { ...ENDED, callId: 'answered' },
      { ...MISSED, callId: 'out', direction: 'out' },
      { ...RINGING, callId: 'ringing' },
      { ...MISSED, callId: 'late' },
      { ...CONNECTED, callId: 'late' },
    ]);
    await written.settled();
    expect(await written.calls({ missed: true })).toMatchObject([{ callId: 'missed' }]);
    expect(await written.calls({ missed: false })).toHaveLength(4);
  });

  test('[AR9] an id that is used again names another call', async () => {
    const written = await emptied(kind);
    written.report(ENDED);
    written.report({ ...RINGING, startedAt: at(3600), timestamp: at(3601) });
    await written.settled();
    expect(await written.calls()).toMatchObject([{ state: 'ringing' }, { state: 'ended' }]);
  });

  test('[AR9] what names no call, or says nothing known, is kept whole', async () => {
    const written = await emptied(kind);
    const { callId: _, to: __, ...nameless } = MISSED;
    const strange = '{"callId":"x","foo":[1.0,{"bar":12345678901234567890}]}';
    written.report(nameless);
    written.report(nameless);
    written.report(strange);
    await written.settled();
    const calls = await written.calls();
    expect(calls).toHaveLength(2);
    expect(calls.every(({ callId }) => callId === null)).toBe(true);
    expect(calls.find(({ missed }) => missed)).toMatchObject({ payload: nameless });
    const payloads = (await written.rows('calls')).map((row) => row['payload']);
    expect(payloads).toContain(strange);
  });

  test('[AR9] a call without a start stays in its place as reports come in', async () => {
    const written = await emptied(kind);
    const unstarted = { callId: 'c-9', direction: 'in' };
    written.report({ ...unstarted, state: 'ringing' });
    await written.settled();
    const place = only(await written.rows('calls'))['sort_at'];
    written.report({ ...unstarted, state: 'connected' });
    written.report({ ...unstarted, state: 'ended' });
    await written.settled();
    const row = only(await written.rows('calls'));
    expect(row).toMatchObject({ state: 'ended', sort_at: place, started_at: null });
  });

  const BACK = {
    callId: 'back',
    direction: 'out',
    startedAt: at(600),
    from: CALL.to,
    to: { raw: '030 23125-100', number: '+493023125100', name: 'Süß GmbH' },
  };
  const BACK_RINGS = { ...BACK, state: 'ringing', timestamp: at(602) };
  const BACK_TALKS = { ...BACK, state: 'connected', answeredAt: at(605), timestamp: at(605) };
  const BACK_ENDS = { ...BACK_TALKS, state: 'ended', endedAt: at(700), timestamp: at(700) };
  const LATER = { ...MISSED, callId: 'later', startedAt: at(3600), timestamp: at(3630) };
  const OTHER = { ...MISSED, callId: 'other', from: { ...CALL.from, number: '+493023125101' } };
  const openOnes = async (written: WrittenArchive) =>
    (await written.calls({ missed: true })).flatMap(({ callId, settled }) =>
      settled ? [] : [callId],
    );

  test('[HP4] who talks with a caller settles what was missed of them before', async () => {
    const written = await emptied(kind);
    written.report([MISSED, LATER, OTHER, BACK_RINGS]);
    await written.settled();
    expect((await openOnes(written)).toSorted()).toEqual(['c-7', 'later', 'other']);
    written.report(BACK_TALKS);
    await written.settled();
    expect((await openOnes(written)).toSorted()).toEqual(['later', 'other']);
    const reopened = (await written.calls()).find(({ callId }) => callId === 'c-7');
    await written.archive.changeCall(reopened?.id ?? '', { settled: false });
    written.report(BACK_ENDS);
    await written.settled();
    expect(await openOnes(written)).toContain('c-7');
  });

  test('[HP4] of two talks that are told together, the later one settles what was missed between them', async () => {
    const again = { startedAt: at(7200), answeredAt: at(7205), timestamp: at(7205) };
    const talks = [BACK_TALKS, { ...BACK_TALKS, callId: 'again', ...again }];
    for (const told of [talks, talks.toReversed()]) {
      const written = await emptied(kind);
      written.report(LATER);
      await written.settled();
      written.report(told);
      await written.settled();
      expect(await openOnes(written)).toEqual([]);
    }
  });

  test('[HP4] whom an answering machine has answered still waits to be called back', async () => {
    const again = { ...CALL, callId: 'machine', startedAt: at(1800), timestamp: at(1805) };
    const answers = { ...again, state: 'connected', answeredAt: at(1805) };
    const machine = { ...answers, state: 'ended', endCause: 'voicemail', timestamp: at(1830) };
    for (const told of [[[answers], [machine]], [[answers, machine]], [[machine], [answers]]]) {
      const written = await emptied(kind);
      written.report(MISSED);
      await written.settled();
      for (const reports of told) {
        written.report(reports);
        await written.settled();
      }
      expect((await openOnes(written)).toSorted()).toEqual(['c-7', 'machine']);
      // A person has talked with them before that; and does later.
      for (const startedAt of [at(900), at(3000)]) {
        const talk = { ...BACK_TALKS, callId: startedAt, startedAt };
        written.report([talk, answers, machine]);
        await written.settled();
        expect(await openOnes(written)).toEqual(startedAt === at(900) ? ['machine'] : []);
      }
    }
    const late = await emptied(kind);
    late.report([answers, machine]);
    await late.settled();
    late.report(MISSED);
    await late.settled();
    expect((await openOnes(late)).toSorted()).toEqual(['c-7', 'machine']);

    // What a desk or a talk has settled stays so.
    const settled = await emptied(kind);
    const before = { ...MISSED, callId: 'before', startedAt: at(-600), timestamp: at(-570) };
    settled.report([before, MISSED]);
    await settled.settled();
    const byHand = (await settled.calls()).find(({ callId }) => callId === 'before');
    await settled.archive.changeCall(byHand?.id ?? '', { settled: true, by: '21' });
    settled.report(answers);
    await settled.settled();
    settled.report(machine);
    await settled.settled();
    expect((await openOnes(settled)).toSorted()).toEqual(['c-7', 'machine']);
  });

  test('[HP4] a missed call that is reported after the talk is settled all the same', async () => {
    const written = await emptied(kind);
    written.report([BACK_TALKS, MISSED, LATER]);
    await written.settled();
    expect(await openOnes(written)).toEqual(['later']);
  });
});
