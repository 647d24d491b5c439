import type { Channel, ErrorCode } from '@hookline/contract';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ArchiveFigures } from '../archive/archive.ts';
import type { ClusterFigures } from '../cluster/parts.ts';

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

export class Metrics {
  readonly #registry = new Registry();
  readonly #repeated: Counter<'channel'>;
  readonly #rejected: Counter<'code'>;
  readonly #latency: Histogram;
  #clusterStored: Histogram | undefined;

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
    this.#latency = new Histogram({
      name: 'hookline_delivery_latency_seconds',
      help: 'From acceptance of the oldest event of a round until every stream that keeps up was written to.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers,
    });
  }

  observe(sources: MetricSources): void {
    const registers = [this.#registry];
    this.#observeArchive(sources.archive);
    this.#observeSources(sources.sources);
    new Gauge({
      name: 'hookline_streams',
      help: 'Open streams.',
      registers,
      collect() {
        this.set(sources.streams());
      },
    });
    new Counter({
      name: 'hookline_deliveries_total',
      help: 'Events handed to streams.',
      registers,
      collect() {
        this.reset();
        this.inc(sources.delivered());
      },
    });
    new Counter({
      name: 'hookline_streams_refused_total',
      help: 'Streams turned away because all places were taken.',
      registers,
      collect() {
        this.reset();
        this.inc(sources.refused());
      },
    });
    new Counter({
      name: 'hookline_connections_refused_total',
      help: 'Connections reset because their address had too many.',
      registers,
      collect() {
        this.reset();
        this.inc(sources.connectionsRefused());
      },
    });
    new Gauge({
      name: 'hookline_held_bytes',
      help: 'Bytes held for connections: uploads that are not all there, answers and events that are not read.',
      registers,
      collect() {
        this.set(sources.held().bytes);
      },
    });
    new Counter({
      name: 'hookline_held_ended_total',
      help: 'Who was ended because all together held too much: uploads, answers, streams or sockets.',
      labelNames: ['what'],
      registers,
      collect() {
        this.reset();
        for (const [what, count] of Object.entries(sources.held().ended)) this.inc({ what }, count);
      },
    });
    new Counter({
      name: 'hookline_streams_cut_total',
      help: 'Streams the server cut, by reason: stalled, lagging, misbehaving or crowded.',
      labelNames: ['reason'],
      registers,
      collect() {
        this.reset();
        for (const [reason, count] of Object.entries(sources.cut())) this.inc({ reason }, count);
      },
    });
  }

  /** Only where there is one: a figure that is always 0 would be taken for trouble. */
  observeTelephony({ isUp, ended }: TelephonySources): void {
    const registers = [this.#registry];
    new Gauge({
      name: 'hookline_telephony_up',
      help: 'Whether the telephone system is followed: 1, or 0 while there is no line to it.',
      registers,
      collect() {
        this.set(isUp() ? 1 : 0);
      },
    });
    new Counter({
      name: 'hookline_telephony_calls_total',
      help: 'Calls that have ended, by direction and by how they ended.',
      labelNames: ['direction', 'end'],
      registers,
      collect() {
        this.reset();
        for (const { direction, end, count } of ended()) this.inc({ direction, end }, count);
      },
    });
  }

  /** Only where somebody is watched. The names are configured, so there are few. */
  observeSilence(
    silences: () => readonly { readonly name: string; readonly isSilent: boolean }[],
  ): void {
    new Gauge({
      name: 'hookline_source_silent',
      help: 'Whether a sender or URL of app.webhook.silence has sent nothing for too long: 1, or 0.',
      labelNames: ['source'],
      registers: [this.#registry],
      collect() {
        for (const { name, isSilent } of silences()) this.set({ source: name }, isSilent ? 1 : 0);
      },
    });
  }

  /** Only where there are several nodes. */
  observeCluster(cluster: { figures(): ClusterFigures }, feed: () => ArchiveFigures['feed']): void {
    this.#observeFeed(feed);
    const registers = [this.#registry];
    this.#clusterStored = new Histogram({
      name: 'hookline_cluster_publish_seconds',
      help: 'From handing an event to JetStream until it is stored.',
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    });
    const gauges = {
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
      peers: ['hookline_cluster_neighbours', 'Other nodes that can be heard.'],
      clockOff: [
        'hookline_cluster_clock_off_seconds',
        "By how much a neighbour's clock differs, where it is more than a second, else 0.",
      ],
      waiting: ['hookline_cluster_waiting', 'Webhooks that wait for JetStream to store them.'],
    } as const;
    for (const [key, [name, help]] of Object.entries(gauges)) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(Number(cluster.figures()[key as keyof typeof gauges]));
        },
      });
    }
    new Counter({
      name: 'hookline_cluster_follow_restarts_total',
      help: 'How often following the stream had to begin anew.',
      registers,
      collect() {
        this.reset();
        this.inc(Math.max(0, cluster.figures().restarts));
      },
    });
  }

  #observeFeed(feed: () => ArchiveFigures['feed']): void {
    const registers = [this.#registry];
    const gauges = {
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
    } as const;
    for (const [key, [name, help]] of Object.entries(gauges)) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(Number(feed()?.[key as keyof typeof gauges] ?? 0));
        },
      });
    }
    new Counter({
      name: 'hookline_feed_lost_total',
      help: 'Events that left the stream before they were stored.',
      registers,
      collect() {
        this.reset();
        this.inc(feed()?.lost ?? 0);
      },
    });
  }

  clusterStored(seconds: number): void {
    this.#clusterStored?.observe(seconds);
  }

  /** A sender without a name has no label, and its figures are as they were before there were any. */
  #observeSources(counts: MetricSources['sources']): void {
    const figures = {
      accepted: ['hookline_webhooks_accepted_total', 'Webhooks accepted, by channel and sender.'],
      refused: ['hookline_webhooks_refused_total', 'Webhooks refused, by channel and sender.'],
    } as const;
    for (const [key, [name, help]] of Object.entries(figures)) {
      new Counter({
        name,
        help,
        labelNames: ['channel', 'sender'],
        registers: [this.#registry],
        collect() {
          this.reset();
          for (const { sender, url, ...figure } of counts()) {
            const labels = { channel: url, ...(sender !== null && { sender }) };
            const count = figure[key as keyof typeof figures];
            if (count > 0) this.inc(labels, count);
          }
        },
      });
    }
  }

  #observeArchive(figures: () => ArchiveFigures): void {
    const registers = [this.#registry];
    const gauges = {
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
    } as const;
    const counters = {
      stored: ['hookline_archive_stored_total', 'Records stored.'],
      setAside: ['hookline_archive_set_aside_total', 'Records the database refused.'],
      dropped: ['hookline_archive_dropped_total', 'Records given up because the queue was full.'],
      failures: ['hookline_archive_failures_total', 'Failed attempts to store a batch.'],
    } as const;
    for (const [key, [name, help]] of Object.entries(gauges)) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(figures()[key as keyof typeof gauges]);
        },
      });
    }
    for (const [key, [name, help]] of Object.entries(counters)) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(figures()[key as keyof typeof counters]);
        },
      });
    }
  }

  repeated(channel: Channel | null): void {
    this.#repeated.inc({ channel: channel ?? 'generic' });
  }

  rejected(code: ErrorCode): void {
    this.#rejected.inc({ code });
  }

  roundTook(seconds: number): void {
    this.#latency.observe(seconds);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
