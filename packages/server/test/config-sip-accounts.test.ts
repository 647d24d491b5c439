import { expect, test } from 'vitest';
import { sipAccounts } from '../src/config/kinds/sip-accounts.ts';
import { loadConfig } from '../src/config/load.ts';
import { secretsIn } from '../src/config/properties.ts';

const load = (accounts: string, ...argv: string[]) =>
  loadConfig(
    ['--app.telephony.system=sip', ...argv],
    { APP_TELEPHONY_SIP_ACCOUNTS: accounts },
    () => '',
  );

test('[TS15] accounts are read: registrar and domain apart, transport, login, lines', () => {
  const text = `zentrale=hookline:p:a@ss%2C%25;x@pbx.office.example;domain=office.example;transport=tls,
    Not Dienst=620:x@[::1]:5070;login=aB3%40pbx;line=040 66969-200;line=+494066969201`;
  const loaded = load(text);
  expect(loaded).toMatchObject({
    wants: 'run',
    config: {
      'app.telephony.sip.accounts': [
        {
          ...{ name: 'Zentrale', user: 'hookline', login: 'hookline', password: 'p:a@ss,%;x' },
          ...{ host: 'pbx.office.example', port: 5061, transport: 'tls' },
          ...{ domain: 'office.example', lines: [] },
        },
        {
          ...{ name: 'Not Dienst', user: '620', login: 'aB3@pbx', password: 'x' },
          ...{ host: '::1', port: 5070, transport: 'udp', domain: '[::1]' },
          lines: ['040 66969-200', '+494066969201'],
        },
      ],
    },
  });
  if (loaded.wants !== 'run') return;
  expect(secretsIn(loaded.config)).toContain('p:a@ss,%;x');
});

test.each([
  ['', 'leave it out'],
  ['user:geheim@pbx', 'is not name='],
  ['a=:geheim@pbx', 'no user'],
  ['a=u:@pbx', 'no password'],
  ['a=u:geheim%@pbx', 'a % that is not %25'],
  ['a=u:geheim@', 'no host'],
  ['a=u:geheim@a b', 'no host'],
  ['a=u:geheim@pbx:0', 'no host'],
  ['a=u:geheim@pbx;transport=sctp', 'transport'],
  ['a=u:geheim@pbx;domain=a/b', 'domain'],
  ['a=u:geheim@pbx;domain=a;domain=b', 'behind the registrar'],
  ['a=u:geheim@pbx;port=1', 'behind the registrar'],
  ['a=u:geheim@pbx;line=no', 'a line is no number'],
  ['a=u:geheim@pbx,a=u:geheim@pbx', 'entry 2: its name is there twice'],
  [Array.from({ length: 21 }, (_, i) => `a${i}=u:geheim@pbx`).join(), '20 at most'],
])(
  '[TS15] an account that is none is told by its place, and never its password: %s',
  (text, why) => {
    expect(sipAccounts.parse(text)).toBeUndefined();
    const faults = sipAccounts.faults?.(text).join('\n');
    expect(faults).toContain(why);
    expect(faults).not.toContain('geheim');
  },
);

test('[TS15] accounts stand for the one account of the other properties, or beside it', () => {
  expect(load('a=u:x@pbx')).toMatchObject({ wants: 'run' });
  expect(load('a=u:x@pbx', '--app.telephony.sip.registrar=pbx:5060')).toMatchObject({
    mistakes: [
      'app.telephony.system: sip needs app.telephony.sip.user',
      'app.telephony.system: sip needs app.telephony.sip.password',
    ],
  });
});
