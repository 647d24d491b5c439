import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { Mistake } from '../config/mistake.ts';
import type { Config } from '../config/properties.ts';
import { Names, streamOf } from './names.ts';

/** As long as a receipt is given again. */
const DUPLICATES = 10 * 60 * 1000;
/** What a header may take beside the payload. */
const HEADER_BYTES = 1024;
/**
 * 2.10.20 to 22 lost whole streams after `kill -9`; 2.9.10 had two leaders of one stream after three
 * partitions, and events were stored twice.
 */
const OLDEST = [2, 10, 23];

/** By what it may use, "insufficient (storage) resources"; by the disk, "no space left on device". */
const FULL: ReadonlySet<number | undefined> = new Set([10023, 10047, 10077]);
export const NO_ROOM =
  'JetStream has no room left: make room on the disks of the NATS servers (/var/lib/nats), or raise max_file_store in their jetstream {} block.';

export const SWITCHED_OFF =
  'JetStream is switched off, as a NATS server does by itself when its disk is full: make room on the disks of the NATS servers (/var/lib/nats) and restart them; their logs say why.';

const NOT_FOUND = 10059;
const NAME_IN_USE = 10058;
const SUBJECTS_OVERLAP = 10065;
const NOT_FOR_ACCOUNT = 10039;
const NO_RIGHT = 10016;
const WRONG_REVISION = 10071;

export interface StreamSettings {
  readonly names: Names;
  readonly replicas: number | undefined;
  /** Milliseconds. */
  readonly keep: number;
  readonly keepBytes: number;
  /** How long a login may last, in milliseconds. */
  readonly sessionLifetime: number;
  readonly allowsOld: boolean;
}

export function streamSettings(config: Config): StreamSettings {
  return {
    names: new Names(config['app.cluster.name']),
    replicas: config['app.cluster.replicas'],
    keep: config['app.cluster.keep'],
    keepBytes: config['app.cluster.keep-bytes'],
    sessionLifetime: config['app.access.session-lifetime'],
    allowsOld: config['app.cluster.allow-old-nats'],
  };
}

export interface Buckets {
  readonly lasting: KV;
  readonly passing: KV;
}

/**
 * Makes the stream and the buckets, or finds them as another node has made them. Throws a
 * `Mistake` for what waiting will not put right.
 */
export async function prepare(
  nc: NatsConnection,
  jsm: JetStreamManager,
  settings: StreamSettings,
): Promise<Buckets> {
  refuseOld(nc, settings);
  const replicas = settings.replicas ?? (nc.info?.cluster === undefined ? 1 : 3);
  try {
    await prepareStream(jsm, settings, replicas);
    const { names, keep, sessionLifetime } = settings;
    const kvm = new Kvm(nc);
    // Read from its leader: another copy may not yet have what was just written.
    const common = { history: 1, replicas, storage: StorageType.File, allow_direct: false };
    const ttl = Math.max(keep, sessionLifetime);
    const lasting = await kvm.create(names.bucket, common);
    const passing = await kvm.create(names.passing, { ...common, ttl });
    await adjust(jsm, streamOf(names.bucket), { num_replicas: replicas });
    await adjust(jsm, streamOf(names.passing), { num_replicas: replicas, max_age: nanos(ttl) });
    return { lasting, passing };
  } catch (error) {
    if (isNoRoom(error)) {
      throw new Error(`${NO_ROOM} The stream wants app.cluster.keep-bytes.`, { cause: error });
    }
    throw mistakeOf(error, nc, settings.names) ?? error;
  }
}

/** What `prepare` would find, without making anything. */
export async function examine(
  nc: NatsConnection,
  jsm: JetStreamManager,
  settings: StreamSettings,
): Promise<string> {
  const { names } = settings;
  refuseOld(nc, settings);
  try {
    const { config, state } = await jsm.streams.info(names.stream);
    refuseForeign(config, wantedStream(settings, config.num_replicas));
    const copies = config.num_replicas === 1 ? 'one copy' : `${config.num_replicas} copies`;
    return `stream ${names.stream} with ${state.messages} events in ${copies}`;
  } catch (error) {
    if (isMissingStream(error)) return `stream ${names.stream} is made at the first start`;
    throw mistakeOf(error, nc, names) ?? error;
  }
}

/** The line to put into nats.conf, if a webhook of the largest size would not fit into a message. */
export function payloadProblem(nc: NatsConnection, maxBytes: number): string | undefined {
  const most = nc.info?.max_payload ?? Number.POSITIVE_INFINITY;
  const needed = maxBytes + HEADER_BYTES;
  return most >= needed
    ? undefined
    : `NATS takes messages of ${most} bytes at most, and a webhook may need ${needed}: put max_payload: ${Math.ceil(needed / 1_000_000)}MB into nats.conf`;
}

/** What is wrong with a version of nats-server; undefined for all but old ones. */
export function versionProblem(version: string): string | undefined {
  const parts = version.split(/[.-]/).map(Number);
  const at = OLDEST.findIndex((least, i) => (parts[i] ?? 0) !== least);
  if (at < 0 || (parts[at] ?? 0) > (OLDEST[at] ?? 0)) return undefined;
  return `nats-server ${version} may lose and double events; ${OLDEST.join('.')} is the oldest that does not`;
}

function refuseOld({ info }: NatsConnection, { allowsOld }: StreamSettings): void {
  const problem = versionProblem(info?.version ?? '');
  if (problem === undefined || allowsOld) return;
  throw new Mistake(
    `app.cluster.url: ${problem}; install that or a newer one, or set app.cluster.allow-old-nats`,
  );
}

function wantedStream({ names, keep, keepBytes }: StreamSettings, replicas: number) {
  return {
    name: names.stream,
    subjects: [names.subjects],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    num_replicas: replicas,
    max_age: nanos(keep),
    max_bytes: keepBytes,
    duplicate_window: nanos(Math.min(DUPLICATES, keep)),
    allow_direct: true,
  };
}

async function prepareStream(
  jsm: JetStreamManager,
  settings: StreamSettings,
  replicas: number,
): Promise<void> {
  const { names } = settings;
  const wanted = wantedStream(settings, replicas);
  try {
    await jsm.streams.add(wanted);
  } catch (error) {
    if (codeOf(error) !== NAME_IN_USE) throw error;
    const { config } = await jsm.streams.info(names.stream);
    refuseForeign(config, wanted);
    await jsm.streams.update(names.stream, wanted);
  }
}

/** A bucket that is there is taken as it is, also when there are more servers than before. */
async function adjust(
  jsm: JetStreamManager,
  stream: string,
  wanted: Partial<StreamConfig>,
): Promise<void> {
  const { config } = await jsm.streams.info(stream);
  const isSame = Object.entries(wanted).every(
    ([key, value]) => config[key as keyof StreamConfig] === value,
  );
  if (!isSame) await jsm.streams.update(stream, { ...config, ...wanted });
}

/** To change a stream that somebody else fills would be worse than not to start. */
function refuseForeign(found: StreamConfig, wanted: Partial<StreamConfig>): void {
  const differing = (['storage', 'retention', 'discard', 'subjects'] as const).filter(
    (key) => String(found[key]) !== String(wanted[key]),
  );
  if (differing.length === 0) return;
  throw new Mistake(
    `app.cluster.name: the stream ${found.name} in NATS is not one of Hookline (${differing.join(', ')}); set another name, or remove it`,
  );
}

function mistakeOf(error: unknown, nc: NatsConnection, { stream }: Names): Mistake | undefined {
  if (error instanceof Mistake) return error;
  switch (codeOf(error)) {
    case NOT_FOR_ACCOUNT:
      return new Mistake(
        'app.cluster.url: NATS has no JetStream for this account; put jetstream {} into nats.conf',
      );
    case SUBJECTS_OVERLAP:
      return new Mistake(
        `app.cluster.name: another stream in NATS takes ${stream}.event.*; set another name, or remove it`,
      );
    case NO_RIGHT:
      return new Mistake('app.cluster.url: this login may not make streams in NATS');
  }
  // A cluster that is still assembling has nobody who answers either, but says that it will have.
  return (error as Error).name === 'JetStreamNotEnabled' && nc.info?.jetstream !== true
    ? new Mistake(
        'app.cluster.url: NATS runs without JetStream; put jetstream {} into nats.conf, or make room on its disk and restart it',
      )
    : undefined;
}

export function codeOf(error: unknown): number | undefined {
  return error instanceof JetStreamApiError ? error.code : undefined;
}

export function isNoRoom(error: unknown): boolean {
  return FULL.has(codeOf(error));
}

export function isMissingStream(error: unknown): boolean {
  return codeOf(error) === NOT_FOUND;
}

/** Whether it was put: not if somebody else has put something since this revision (0: ever). */
export async function putUnlessChanged(
  kv: KV,
  key: string,
  value: string,
  revision: number,
): Promise<boolean> {
  try {
    await kv.put(key, value, { previousSeq: revision });
    return true;
  } catch (error) {
    if (codeOf(error) === WRONG_REVISION) return false;
    throw error;
  }
}
