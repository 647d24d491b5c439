import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { loadConfig } from '../src/config/load.ts';
import { PROPERTIES, type Property } from '../src/config/properties.ts';
import { VERSION_NAMES } from './archive/earlier/versions.ts';
import { leftoversOf } from './support/earlier-archive.ts';

/** Every property of the first version, with a value that it took. */
const FIRST = {
  'app.profiles': 'mock',
  'app.server.host': '0.0.0.0',
  'app.server.port': 8443,
  'app.server.public-url': 'https://hooks.example.com',
  'app.server.allowed-origins': 'https://office.example.com, https://other.example.com',
  'app.server.allowed-hosts': 'office-pc, hooks.example.com',
  'app.server.trusted-proxies': '10.0.0.1, 192.168.0.0/16',
  'app.server.tls.cert': '/etc/hookline/cert.pem',
  'app.server.tls.key': '/etc/hookline/key.pem',
  'app.server.header-timeout': '500ms',
  'app.server.request-timeout': '1h',
  'app.server.idle-timeout': '75s',
  'app.server.max-connections-per-address': 2000,
  'app.server.max-held-bytes': 268_435_456,
  'app.access.password': 'a password of some length',
  'app.access.token': 'reader-token-0123456789abcdef',
  'app.access.open': false,
  'app.access.session-lifetime': '365d',
  'app.access.ended-sessions': './data/ended-sessions',
  'app.webhook.token': 'sender-token-0123456789abcdef',
  'app.webhook.secret.kunden': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw whsec_C2FVsBQIhrscChlQIMV',
  'app.webhook.secret.kuriere': 'a secret that is plain text',
  'app.webhook.secret.jobs': 'another one',
  'app.webhook.secret.generic': 'and a third',
  'app.webhook.rate-limit': '6000/m',
  'app.webhook.max-bytes': 67_108_864,
  'app.stream.heartbeat': '15s',
  'app.stream.event-name': 'webhook',
  'app.stream.max-clients': 1_000_000,
  'app.stream.stall-timeout': '30s',
  'app.archive.url': 'postgres://hookline:secret@db.example.com/hookline',
  'app.archive.spool-dir': './data/spool',
  'app.archive.retention.events': '90d',
  'app.archive.retention.calls': '36500d',
  'app.archive.retention.jobs': '1h',
  'app.archive.retention.addresses': '365d',
  'app.phone.country': 'AT',
  'app.phone.area-code': '030',
  'app.phone.trunk-prefix': '0',
  'app.telephony.url': 'ws://127.0.0.1:9000/ws',
  'app.mock.addresses': 'archive',
  'app.soap.path': '/axis/services/server1',
  'app.log.level': 'debug',
  'app.log.format': 'pretty',
};

test('[CF1] a configuration of the first version means what it meant', () => {
  const { properties } = leftoversOf('first');
  expect(Object.keys(FIRST).toSorted()).toEqual(properties.toSorted());
  const { 'app.profiles': mock, ...real } = FIRST;
  const loaded = loadConfig([], {}, () => stringify(real));
  if (loaded.wants !== 'run') throw new Error(JSON.stringify(loaded));
  expect(loaded.remarks).toEqual([]);
  expect(loaded.config).toMatchObject({
    'app.server.port': 8443,
    'app.server.request-timeout': 3_600_000,
    'app.access.session-lifetime': 365 * 24 * 3_600_000,
    'app.archive.retention.jobs': 3_600_000,
    'app.phone.country': 'AT',
    'app.stream.event-name': 'webhook',
  });
  // The one thing that is refused today: of two telephones, the mock was never heard.
  expect(loadConfig([], {}, () => stringify({ ...real, 'app.profiles': mock }))).toEqual({
    wants: 'mistakes',
    mistakes: ['app.telephony.url and the profile mock exclude each other: one is the telephone'],
  });
});

test('[CF2] every property that an earlier version knew is still one', () => {
  const known = new Set(VERSION_NAMES.flatMap((version) => leftoversOf(version).properties));
  expect(known.size).toBeGreaterThan(Object.keys(FIRST).length);
  const names = Object.entries<Property<unknown>>(PROPERTIES).flatMap(([name, { formerly }]) => [
    name,
    formerly,
  ]);
  expect([...known].filter((name) => !names.includes(name))).toEqual([]);
});

test('[CF2] a property of a newer version is named in one line', () => {
  const loaded = loadConfig([], {}, () => 'app:\n  archive:\n    photos: true\n');
  expect(loaded).toEqual({
    wants: 'mistakes',
    mistakes: ['app.archive.photos in hookline.yaml: no such property (--help lists them all)'],
  });
});
