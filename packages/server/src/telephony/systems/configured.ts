import type { PhoneCall } from '@hookline/contract';
import type { Config, PropertyName } from '../../config/properties.ts';
import type { App } from '../../http/app.ts';
import { answersToAnyName, wantsLogin } from '../../http/reach.ts';
import { type CreateSystem, PUSH_PATH } from '../system.ts';
import type { BookSource, Telephony, TelephonyOptions } from '../telephony.ts';
import { type ConfiguredBy, SYSTEMS, type SystemName } from './properties.ts';
import { SYSTEM } from './systems.ts';

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

/** Undefined without one. */
export function configuredTelephony(config: Config): ConfiguredTelephony | undefined {
  if (config['app.profiles']?.includes('mock')) return mock(config['app.mock.addresses']);
  const system = config['app.telephony.system'];
  return system && bridge(config, system);
}

/** Whether the configured system has a phone book that can be read. */
export function hasOwnBook(config: Config): boolean {
  const system = config['app.telephony.system'];
  const { ownBook }: Partial<ConfiguredBy> = system ? SYSTEMS[system] : {};
  return ownBook !== undefined && config[ownBook as PropertyName] !== undefined;
}

export function bookSource(config: Config): BookSource {
  const property = 'app.telephony.phone-book';
  const isArchive = config['app.archive.url'] !== 'off';
  const from = config[property] ?? (hasOwnBook(config) ? 'system' : isArchive ? 'archive' : 'none');
  if (from === 'none') return { kind: 'entries', entries: [] };
  return from === 'system' || from === 'archive'
    ? { kind: from, property }
    : { kind: 'file', path: from, property };
}

/** A telephone system that this server follows. */
function bridge(config: Config, system: SystemName): ConfiguredTelephony {
  const bookFrom = bookSource(config);
  return {
    path: '/api/telephony/ws',
    system,
    pushPath: config['app.telephony.push.token'] === undefined ? undefined : PUSH_PATH,
    bookFrom,
    async open(app, parts) {
      const [{ openTelephony }, { follow }, { withPhones }] = await Promise.all([
        import('../telephony.ts'),
        SYSTEM[system](),
        import('./phones/with-phones.ts'),
      ]);
      const create = withPhones(config, follow(config));
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
      ordersAt: () => [],
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
