import type { Channel, ErrorCode } from '@hookline/contract';
import {
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';
import type { ArchiveFigures } from '../archive/archive.ts';
import type { ClusterFigures } from '../cluster/parts.ts';

/** Durations that no histogram has counted yet. */
const MOST_WAITING = 1000;

/** Read when the metrics are fetched: what is counted on hot paths is a plain number elsewhere. */
export interface MetricSources {
  readonly streams: () => number;
  readonly delivered: () => number;
  readonly refused: () => number;
  readonly cut: () => Readonly<Record<string, number>>;
  readonly connectionsRefused: () => number;
  readonly held: () => {
    readonly bytes: number;
    readonly ended: Readonly<Record<string, number>>;
  };
  readonly archive: () => ArchiveFigures;
  /** Of each sender at each URL. */
  readonly sources: () => Iterable<{
    readonly sender: string | null;
    readonly url: string;
    readonly accepted: number;
    readonly refused: number;
  }>;
}

/** Of the telephone system that the service follows. */
export interface TelephonySources {
  readonly isUp: () => boolean;
  readonly ended: () => readonly {
    readonly direction: string;
    readonly end: string;
    readonly count: number;
  }[];
}

/** Told under both: whose alert goes by the earlier one would hear of nothing any more. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  hookline_archive_dead_letters_total: 'hookline_archive_set_aside_total',
  hookline_cluster_peers: 'hookline_cluster_neighbours',
};

/** One figure, or one for each of some labels. */
type Figures =
  | number
  | Iterable<readonly [labels: Readonly<Record<string, string>>, value: number]>;

type Read<Name extends string> = () => Readonly<Record<Name, number | boolean>>;
type About<Name extends string> = Readonly<Record<Name, readonly [name: string, help: string]>>;

function figuresOf<Name extends string>(read: Read<Name>, about: About<Name>) {
  return Object.entries<About<Name>[Name]>(about).map(
    ([key, [name, help]]) => [name, help, () => Number(read()[key as Name])] as const,
  );
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #repeated: Counter<'channel'>;
  readonly #rejected: Counter<'code'>;
  readonly #latency: Durations;
  #clusterStored: Durations | undefined;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry, eventLoopMonitoringPrecision: 100 });
    this.#repeated = new Counter({
      name: 'hookline_webhooks_repeated_total',
      help: 'Webhooks that were sent again and got their first receipt, by channel.',
      labelNames: ['channel'],
      registers,
    });
    this.#rejected = new Counter({
      name: 'hookline_requests_rejected_total',
      help: 'Requests answered with an error, by its code.',
      labelNames: ['code'],
      registers,
    });
    this.#latency = new Durations({
      name: 'hookline_delivery_latency_seconds',
      help: 'From acceptance of the oldest event of a round until every stream that keeps up was written to.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    });
  }

  observe(sources: MetricSources): void {
    const { archive, held, cut } = sources;
    this.#gauges(archive, {
      queuedBytes: [
        'hookline_archive_queue_bytes',
        'Bytes accepted that are neither stored nor in the journal.',
      ],
      journalBytes: ['hookline_archive_journal_bytes', 'Bytes of the journal on disk.'],
      waiting: [
        'hookline_archive_waiting_records',
        'Records that wait for the database; a file of an earlier run counts as one.',
      ],
      waitingSeconds: [
        'hookline_archive_waiting_seconds',
        'How long the oldest of them has waited.',
      ],
    });
    this.#counters(archive, {
      stored: ['hookline_archive_stored_total', 'Records stored.'],
      deadLetters: ['hookline_archive_dead_letters_total', 'Records the database refused.'],
      dropped: ['hookline_archive_dropped_total', 'Records given up because the queue was full.'],
      failures: ['hookline_archive_failures_total', 'Failed attempts to store a batch.'],
    });
    this.#webhooks('accepted', sources.sources);
    this.#webhooks('refused', sources.sources);
    this.#gauge('hookline_streams', 'Open streams.', sources.streams);
    this.#counter('hookline_deliveries_total', 'Events handed to streams.', sources.delivered);
    this.#counter(
      'hookline_streams_refused_total',
      'Streams turned away because all places were taken.',
      sources.refused,
    );
    this.#counter(
      'hookline_connections_refused_total',
      'Connections reset because their address had too many.',
      sources.connectionsRefused,
    );
    this.#gauge(
      'hookline_held_bytes',
      'Bytes held for connections: uploads that are not all there, answers and events that are not read.',
      () => held().bytes,
    );
    this.#counter(
      'hookline_held_ended_total',
      'Who was ended because all together held too much: uploads, answers, streams or sockets.',
      () => Object.entries(held().ended).map(([what, count]) => [{ what }, count]),
      ['what'],
    );
    this.#counter(
      'hookline_streams_cut_total',
      'Streams the server cut, by reason: stalled, lagging, misbehaving or crowded.',
      () => Object.entries(cut()).map(([reason, count]) => [{ reason }, count]),
      ['reason'],
    );
  }

  /** Only where there is one: a figure that is always 0 would be taken for trouble. */
  observeTelephony({ isUp, ended }: TelephonySources): void {
    this.#gauge(
      'hookline_telephony_up',
      'Whether the telephone system is followed: 1, or 0 while there is no line to it.',
      () => Number(isUp()),
    );
    this.#counter(
      'hookline_telephony_calls_total',
      'Calls that have ended, by direction and by how they ended.',
      () => ended().map(({ count, ...labels }) => [labels, count]),
      ['direction', 'end'],
    );
  }

  /** Only where somebody is watched. The names are configured, so there are few. */
  observeSilence(
    silences: () => readonly { readonly name: string; readonly isSilent: boolean }[],
  ): void {
    this.#gauge(
      'hookline_source_silent',
      'Whether a sender or URL of app.webhook.silence has sent nothing for too long: 1, or 0.',
      () => silences().map(({ name, isSilent }) => [{ source: name }, Number(isSilent)]),
      ['source'],
    );
  }

  /** Only where there are several nodes. */
  observeCluster(cluster: { figures(): ClusterFigures }, feed: () => ArchiveFigures['feed']): void {
    this.#gauges(() => feed() ?? { isFeeding: 0, position: 0, pending: 0 }, {
      isFeeding: [
        'hookline_feed_feeding',
        'Whether this node brings what is in the stream into the archive: 1, or 0.',
      ],
      position: [
        'hookline_feed_position',
        'Id of the last event that this node has brought there.',
      ],
      pending: [
        'hookline_feed_lag_events',
        'Events in the stream that are not in the archive yet.',
      ],
    });
    this.#counter(
      'hookline_feed_lost_total',
      'Events that left the stream before they were stored.',
      () => feed()?.lost ?? 0,
    );
    this.#clusterStored = new Durations({
      name: 'hookline_cluster_publish_seconds',
      help: 'From handing an event to JetStream until it is stored.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [this.#registry],
    });
    this.#gauges(() => cluster.figures(), {
      isConnected: [
        'hookline_cluster_connected',
        'Whether there is a connection to NATS: 1, or 0.',
      ],
      isAway: [
        'hookline_cluster_away',
        'Whether JetStream is known to be away, and webhooks are answered 503 at once: 1, or 0.',
      ],
      lag: [
        'hookline_cluster_lag_events',
        'Events in the stream that this node does not have yet.',
      ],
      peers: ['hookline_cluster_peers', 'Other nodes that can be heard.'],
      clockOff: [
        'hookline_cluster_clock_off_seconds',
        "By how much a peer's clock differs, where it is more than a second, else 0.",
      ],
      waiting: ['hookline_cluster_waiting', 'Webhooks that wait for JetStream to store them.'],
    });
    this.#counter(
      'hookline_cluster_follow_restarts_total',
      'How often following the stream had to begin anew.',
      () => Math.max(0, cluster.figures().restarts),
    );
  }

  clusterStored(seconds: number): void {
    this.#clusterStored?.add(seconds);
  }

  /** A sender without a name has no label, and its figures are as they were before there were any. */
  #webhooks(what: 'accepted' | 'refused', counts: MetricSources['sources']): void {
    const counted = () =>
      Array.from(counts(), ({ sender, url, [what]: count }) => {
        const labels: Record<string, string> = { channel: url };
        return [sender === null ? labels : { ...labels, sender }, count] as const;
      });
    this.#counter(
      `hookline_webhooks_${what}_total`,
      `Webhooks ${what}, by channel and sender.`,
      () => counted().filter(([, count]) => count > 0),
      ['channel', 'sender'],
    );
  }

  #gauges<Name extends string>(read: Read<NoInfer<Name>>, about: About<Name>): void {
    for (const [name, help, figure] of figuresOf(read, about)) this.#gauge(name, help, figure);
  }

  #counters<Name extends string>(read: Read<NoInfer<Name>>, about: About<Name>): void {
    for (const [name, help, figure] of figuresOf(read, about)) this.#counter(name, help, figure);
  }

  #gauge(name: string, help: string, read: () => Figures, labelNames: string[] = []): void {
    new Gauge({
      ...{ name, help, labelNames, registers: [this.#registry] },
      collect() {
        for (const [labels, value] of each(read())) this.set(labels, value);
      },
    });
    const former = FORMER_NAMES[name];
    if (former !== undefined) this.#gauge(former, `Earlier name of ${name}.`, read, labelNames);
  }

  #counter(name: string, help: string, read: () => Figures, labelNames: string[] = []): void {
    new Counter({
      ...{ name, help, labelNames, registers: [this.#registry] },
      collect() {
        this.reset();
        for (const [labels, count] of each(read())) this.inc(labels, count);
      },
    });
    const former = FORMER_NAMES[name];
    if (former !== undefined) this.#counter(former, `Earlier name of ${name}.`, read, labelNames);
  }

  repeated(channel: Channel | null): void {
    this.#repeated.inc({ channel: channel ?? 'generic' });
  }

  rejected(code: ErrorCode): void {
    this.#rejected.inc({ code });
  }

  roundTook(seconds: number): void {
    this.#latency.add(seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}

/** Looked at in numbers, for an event pays several times as much for a look of its own. */
class Durations {
  readonly #waiting: number[] = [];
  readonly #histogram: Histogram;

  constructor(about: HistogramConfiguration<string>) {
    this.#histogram = new Histogram({ ...about, collect: () => this.#look() });
  }

  add(seconds: number): void {
    if (this.#waiting.push(seconds) >= MOST_WAITING) this.#look();
  }

  #look(): void {
    for (const seconds of this.#waiting) this.#histogram.observe(seconds);
    this.#waiting.length = 0;
  }
}

function each(figures: Figures): Exclude<Figures, number> {
  return typeof figures === 'number' ? [[{}, figures]] : figures;
}
