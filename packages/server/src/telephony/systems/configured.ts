import type { PhoneCall } from '@hookline/contract';
import type { Config } from '../../config/properties.ts';
import type { App } from '../../http/app.ts';
import { answersToAnyName, wantsLogin } from '../../http/reach.ts';
import { type CreateSystem, PUSH_PATH } from '../system.ts';
import type { BookSource, Telephony, TelephonyOptions } from '../telephony.ts';
import type { AsteriskOptions } from './asterisk.ts';
import type { FritzboxOptions } from './fritzbox.ts';
import type { PlacetelOptions } from './placetel.ts';
import type { SipOptions } from './sip.ts';
import type { SipgateOptions } from './sipgate.ts';

type Parts = Pick<TelephonyOptions, 'archive' | 'phone' | 'now' | 'schedule' | 'held' | 'log'>;

/** The telephone system of this installation. */
export interface ConfiguredTelephony {
  /** Where the pages reach it on this server. */
  readonly path: string;
  readonly system: string;
  /** Where it pushes to, if it does. */
  readonly pushPath: string | undefined;
  /** Where its phone book comes from; undefined: the mock brings one. */
  readonly bookFrom: BookSource | undefined;
  open(app: App, parts: Parts): Promise<Telephony>;
}

/** Undefined without one. Nothing of a system is loaded that is not configured. */
export function configuredTelephony(config: Config): ConfiguredTelephony | undefined {
  if (config['app.profiles']?.includes('mock')) return mock(config['app.mock.addresses']);
  switch (config['app.telephony.system']) {
    case 'fritzbox':
      return bridge(config, {
        hasBook: hasOwnBook(config),
        async load() {
          const { createFritzbox } = await import('./fritzbox.ts');
          return (context) => createFritzbox(context, fritzboxOptions(config));
        },
      });
    case 'sipgate':
    case 'cti':
      return bridge(config, {
        hasBook: false,
        async load() {
          const { createSipgate } = await import('./sipgate.ts');
          return (context) => createSipgate(context, sipgateOptions(config));
        },
      });
    case 'placetel':
      return bridge(config, {
        hasBook: false,
        async load() {
          const { createPlacetel } = await import('./placetel.ts');
          return (context) => createPlacetel(context, placetelOptions(config));
        },
      });
    case 'asterisk':
      return bridge(config, {
        hasBook: false,
        async load() {
          const { createAsterisk } = await import('./asterisk.ts');
          return (context) => createAsterisk(context, asteriskOptions(config));
        },
      });
    case 'sip':
      return bridge(config, {
        hasBook: false,
        async load() {
          const { createSip } = await import('./sip.ts');
          return (context) => createSip(context, sipOptions(config));
        },
      });
    case undefined:
      return undefined;
  }
}

/** Whether the configured system has a phone book that can be read. */
export function hasOwnBook(config: Config): boolean {
  return (
    config['app.telephony.system'] === 'fritzbox' &&
    config['app.telephony.fritzbox.user'] !== undefined
  );
}

export function fritzboxOptions(config: Config): FritzboxOptions {
  const [user, password] = [
    config['app.telephony.fritzbox.user'],
    config['app.telephony.fritzbox.password'],
  ];
  return {
    host: config['app.telephony.fritzbox.host'],
    port: config['app.telephony.fritzbox.port'],
    desks: config['app.telephony.desks'] ?? {},
    longestCall: config['app.telephony.longest-call'],
    tr064:
      user === undefined || password === undefined
        ? undefined
        : { url: config['app.telephony.fritzbox.tr064'], user, password },
    phoneBooks: config['app.telephony.fritzbox.phone-books'],
    dialPhones: config['app.telephony.fritzbox.dial-phones'] ?? {},
  };
}

export function sipgateOptions(config: Config): SipgateOptions {
  const [id, token] = [
    config['app.telephony.sipgate.token-id'],
    config['app.telephony.sipgate.token'],
  ];
  const isSipgate = config['app.telephony.system'] === 'sipgate';
  return {
    ...pushed(config),
    publicUrl: isSipgate ? config['app.server.public-url'] : undefined,
    api:
      !isSipgate || id === undefined || token === undefined
        ? undefined
        : { url: config['app.telephony.sipgate.api'], id, token },
  };
}

export function placetelOptions(config: Config): PlacetelOptions {
  return { ...pushed(config), secret: config['app.telephony.placetel.secret'] };
}

export function asteriskOptions(config: Config): AsteriskOptions {
  const { protocol, hostname, port } = new URL(config['app.telephony.asterisk.url']);
  const tls = protocol === 'tls:';
  return {
    host: hostname,
    port: Number(port || (tls ? 5039 : 5038)),
    tls,
    // Without them the service does not start.
    user: config['app.telephony.asterisk.user'] ?? '',
    secret: config['app.telephony.asterisk.secret'] ?? '',
    context: config['app.telephony.asterisk.context'],
    desks: config['app.telephony.desks'] ?? {},
    endpoints: config['app.telephony.asterisk.endpoints'],
    longestCall: config['app.telephony.longest-call'],
  };
}

export function sipOptions(config: Config): SipOptions {
  return {
    // Without them the service does not start.
    ...(config['app.telephony.sip.registrar'] ?? { host: '', port: 0 }),
    user: config['app.telephony.sip.user'] ?? '',
    password: config['app.telephony.sip.password'] ?? '',
    desks: config['app.telephony.desks'] ?? {},
    longestCall: config['app.telephony.longest-call'],
  };
}

function pushed(config: Config) {
  return {
    // Without one the service does not start.
    pushToken: config['app.telephony.push.token'] ?? '',
    desks: config['app.telephony.desks'] ?? {},
    longestCall: config['app.telephony.longest-call'],
  };
}

/** Where the phone book of a telephone system comes from. */
export function bookSource(config: Config, hasBook: boolean): BookSource {
  const property = 'app.telephony.phone-book';
  const isArchive = config['app.archive.url'] !== 'off';
  const from = config[property] ?? (hasBook ? 'system' : isArchive ? 'archive' : 'none');
  if (from === 'none') return { kind: 'entries', entries: [] };
  return from === 'system' || from === 'archive'
    ? { kind: from, property }
    : { kind: 'file', path: from, property };
}

/** A telephone system that this server follows. */
function bridge(
  config: Config,
  system: { readonly hasBook: boolean; load(): Promise<CreateSystem> },
): ConfiguredTelephony {
  const bookFrom = bookSource(config, system.hasBook);
  return {
    path: '/api/telephony/ws',
    system: config['app.telephony.system'] ?? '',
    pushPath: config['app.telephony.push.token'] === undefined ? undefined : PUSH_PATH,
    bookFrom,
    async open(app, parts) {
      const [{ openTelephony }, create] = await Promise.all([
        import('../telephony.ts'),
        system.load(),
      ]);
      const { path } = this;
      return openTelephony(app, {
        ...parts,
        path,
        tag: 'telephony',
        bookFrom,
        create: answersToAnyName(config) && !wantsLogin(config) ? onlyWatched(create) : create,
      });
    },
  };
}

/** Who reads may be a web page of strangers: what it had dialled would cost money. */
function onlyWatched(create: CreateSystem): CreateSystem {
  const shown = (call: PhoneCall): PhoneCall => ({ ...call, features: [] });
  return (context) => {
    const system = create({
      ...context,
      tell: (event, call, firstId) => context.tell(event, shown(call), firstId),
    });
    return {
      ...system,
      orders: [],
      noOrders:
        'The telephone takes no orders while this server answers to any host name: ' +
        'set app.server.public-url, app.server.allowed-hosts or app.access.password.',
      live: () => system.live().map(shown),
    };
  };
}

function mock(addresses: string | undefined): ConfiguredTelephony {
  const property = 'app.mock.addresses';
  const bookFrom: BookSource | undefined =
    addresses === undefined
      ? undefined
      : addresses === 'archive'
        ? { kind: 'archive', property }
        : { kind: 'file', path: addresses, property };
  return {
    path: '/ws',
    system: 'mock',
    pushPath: undefined,
    bookFrom,
    async open(app, parts) {
      const [{ openTelephony }, { createMock }, { STOCK }] = await Promise.all([
        import('../telephony.ts'),
        import('./mock/mock.ts'),
        import('./mock/stock.ts'),
      ]);
      return openTelephony(app, {
        ...parts,
        path: this.path,
        tag: 'telephony mock',
        bookFrom: bookFrom ?? { kind: 'entries', entries: STOCK },
        create: createMock,
      });
    },
  };
}
