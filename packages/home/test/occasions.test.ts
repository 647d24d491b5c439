import type { LiveEvent } from 'hookline-client';
import type { LiveCall } from 'hookline-client/telephony';
import { expect, test } from 'vitest';
import { isNews, ringingHere } from '../src/alerts/occasions.ts';
import type { Settings } from '../src/settings/settings.ts';

const settings: Settings = {
  language: 'auto',
  theme: 'auto',
  desk: '',
  deskName: '',
  isDeskAnswered: true,
  sound: true,
  notifications: true,
  isOfferAnswered: true,
  alertChannels: ['jobs', 'generic'],
  alertLate: true,
};
const event = (more: Partial<LiveEvent>): LiveEvent => ({
  id: 1,
  receivedAt: '',
  payload: {},
  replayed: false,
  ...more,
});

test('[HP8] only chosen channels alert, and never what is replayed', () => {
  expect(isNews(event({ channel: 'jobs' }), settings)).toBe(true);
  expect(isNews(event({ channel: null }), settings)).toBe(true);
  expect(isNews(event({}), settings)).toBe(true);
  expect(isNews(event({ channel: 'kunden' }), settings)).toBe(false);
  expect(isNews(event({ channel: 'jobs', replayed: true }), settings)).toBe(false);
});

const party = { raw: '', number: '+493023125101', name: null, anonymous: false };
const call = (more: Partial<LiveCall>): LiveCall => ({
  callId: '1',
  key: '1',
  direction: 'in',
  state: 'ringing',
  from: party,
  to: party,
  extension: '21',
  startedAt: '',
  answeredAt: null,
  endedAt: null,
  durationSec: null,
  endCause: null,
  features: ['answer', 'reject'],
  note: null,
  isEndGuessed: false,
  ...more,
});

test('[HP8] [TS4] it rings for calls at this desk and at all, whether or not it can answer them', () => {
  const calls = [
    call({ key: 'here' }),
    call({ key: 'other desk', extension: '22' }),
    call({ key: 'talking', state: 'connected' }),
    call({ key: 'mine to them', direction: 'out', features: ['hangup'] }),
    call({ key: 'watched, at all', extension: '', features: [] }),
    call({ key: 'watched, elsewhere', extension: '22', features: [] }),
    call({ key: 'internal, called', direction: 'internal' }),
    call({ key: 'internal, calling', direction: 'internal', features: ['hangup'] }),
  ];
  const keys = (extension: string | null) => ringingHere(calls, extension).map(({ key }) => key);
  expect(keys('21')).toEqual(['here', 'watched, at all', 'internal, called']);
  expect(keys('')).toEqual(['watched, at all']);
  expect(keys(null)).toEqual([
    'here',
    'other desk',
    'watched, at all',
    'watched, elsewhere',
    'internal, called',
  ]);
});
