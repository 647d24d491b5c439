import type { Config } from '../../config/properties.ts';
import type { App } from '../../http/app.ts';
import { type CreateSystem, PUSH_PATH } from '../system.ts';
import type { BookSource, Telephony, TelephonyOptions } from '../telephony.ts';

type Parts = Pick<TelephonyOptions, 'archive' | 'phone' | 'now' | 'schedule' | 'held' | 'log'>;

/** The telephone system of this installation. */
export interface ConfiguredTelephony {
  /** Where the pages reach it on this server. */
  readonly path: string;
  readonly system: string;
  /** Where it pushes to, if it does. */
  readonly pushPath: string | undefined;
  open(app: App, parts: Parts): Promise<Telephony>;
}

/** Undefined without one. Nothing of a system is loaded that is not configured. */
export function configuredTelephony(config: Config): ConfiguredTelephony | undefined {
  if (config['app.profiles']?.includes('mock')) return mock(config['app.mock.addresses']);
  switch (config['app.telephony.system']) {
    case 'fritzbox':
      return bridge(config, {
        hasBook: config['app.telephony.fritzbox.user'] !== undefined,
        async load() {
          const { createFritzbox } = await import('./fritzbox.ts');
          const [user, password] = [
            config['app.telephony.fritzbox.user'],
            config['app.telephony.fritzbox.password'],
          ];
          return (context) =>
            createFritzbox(context, {
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
            });
        },
      });
    case 'sipgate':
    case 'cti':
      return bridge(config, {
        hasBook: false,
        async load() {
          const { createSipgate } = await import('./sipgate.ts');
          const [id, token] = [
            config['app.telephony.sipgate.token-id'],
            config['app.telephony.sipgate.token'],
          ];
          const isSipgate = config['app.telephony.system'] === 'sipgate';
          return (context) =>
            createSipgate(context, {
              ...pushed(config),
              publicUrl: isSipgate ? config['app.server.public-url'] : undefined,
              api:
                !isSipgate || id === undefined || token === undefined
                  ? undefined
                  : { url: config['app.telephony.sipgate.api'], id, token },
            });
        },
      });
    case 'placetel':
      return bridge(config, {
        hasBook: false,
        async load() {
          const { createPlacetel } = await import('./placetel.ts');
          const secret = config['app.telephony.placetel.secret'];
          return (context) => createPlacetel(context, { ...pushed(config), secret });
        },
      });
    case 'asterisk':
      return bridge(config, {
        hasBook: false,
        async load() {
          const { createAsterisk } = await import('./asterisk.ts');
          const { protocol, hostname, port } = new URL(config['app.telephony.asterisk.url']);
          const tls = protocol === 'tls:';
          return (context) =>
            createAsterisk(context, {
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
            });
        },
      });
    case undefined:
      return undefined;
  }
}

function pushed(config: Config) {
  return {
    // Without one the service does not start.
    pushToken: config['app.telephony.push.token'] ?? '',
    desks: config['app.telephony.desks'] ?? {},
    longestCall: config['app.telephony.longest-call'],
  };
}

/** A telephone system that this server follows. */
function bridge(
  config: Config,
  system: { readonly hasBook: boolean; load(): Promise<CreateSystem> },
): ConfiguredTelephony {
  const property = 'app.telephony.phone-book';
  const isArchive = config['app.archive.url'] !== 'off';
  const from = config[property] ?? (system.hasBook ? 'system' : isArchive ? 'archive' : 'none');
  const bookFrom: BookSource =
    from === 'none'
      ? { kind: 'entries', entries: [] }
      : from === 'system' || from === 'archive'
        ? { kind: from, property }
        : { kind: 'file', path: from, property };
  return {
    path: '/api/telephony/ws',
    system: config['app.telephony.system'] ?? '',
    pushPath: config['app.telephony.push.token'] === undefined ? undefined : PUSH_PATH,
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
        personal: true,
        bookFrom,
        create,
      });
    },
  };
}

function mock(addresses: string | undefined): ConfiguredTelephony {
  const property = 'app.mock.addresses';
  return {
    path: '/ws',
    system: 'mock',
    pushPath: undefined,
    async open(app, parts) {
      const [{ openTelephony }, { createMock }, { STOCK }] = await Promise.all([
        import('../telephony.ts'),
        import('./mock/mock.ts'),
        import('./mock/stock.ts'),
      ]);
      const bookFrom: BookSource =
        addresses === undefined
          ? { kind: 'entries', entries: STOCK }
          : addresses === 'archive'
            ? { kind: 'archive', property }
            : { kind: 'file', path: addresses, property };
      const personal = addresses === 'archive';
      return openTelephony(app, {
        ...parts,
        path: this.path,
        tag: 'telephony mock',
        personal,
        bookFrom,
        create: (context) => createMock(context, personal),
      });
    },
  };
}
