import { setTimeout as pause } from 'node:timers/promises';
import type { ChangedKind, Rejection } from '@hookline/contract';
import { Mistake } from '../config/mistake.ts';
import { HttpProblem } from '../http/problem.ts';
import type { Publish, Transport } from '../hub/transport.ts';
import type { ClusterFigures, ClusterListener, ClusterOptions, Finds, LiveNode } from './parts.ts';
import { unavailable } from './unavailable.ts';

const AGAIN_AFTER = 1000;

const NOT_CONNECTED: ClusterFigures = {
  isConnected: false,
  isAway: true,
  lag: 0,
  restarts: 0,
  peers: 0,
  clockOff: 0,
  waiting: 0,
};

/**
 * Several nodes as one service. Nothing of NATS is loaded before `start`, and nothing by whoever
 * only imports this file: one node alone pays for none of it.
 */
export class Cluster implements Transport {
  readonly #options: ClusterOptions;
  #node: LiveNode | undefined;
  /** Why it has not joined yet. */
  #reason = 'not connected yet';
  #closing = false;

  constructor(options: ClusterOptions) {
    this.#options = options;
  }

  /** Where it is connected to, without any secret. */
  get description(): string {
    return this.#options.config['app.cluster.url']?.servers.join(', ') ?? '';
  }

  /** Before that, this node knows neither whose ids it gives out nor what came last. */
  get isFollowing(): boolean {
    return this.#node !== undefined;
  }

  /**
   * Throws a `Mistake` for what is configured wrongly. If NATS is not there it goes on trying by
   * itself, and this is done after the first attempt: the service is up, and not ready.
   */
  async start(listener: ClusterListener): Promise<void> {
    const { config, log } = this.#options;
    const first = this.#join(listener).catch((error: unknown) => {
      if (error instanceof Mistake) throw error;
    });
    const isOver = pause(config['app.cluster.timeout'], undefined, { ref: false });
    await Promise.race([first, isOver]);
    if (this.#node) return;
    log.warn({ reason: this.#reason }, 'the node waits for NATS');
    // Also if it turns out only now that something is wrong: then it is said in /readyz.
    void first.catch(() => {}).then(() => this.#joinLater(listener));
  }

  isIssued(id: number): Promise<boolean> {
    return this.#live().isIssued(id);
  }

  readonly publish: Publish = (...parameters) => this.#live().publisher.publish(...parameters);

  clearHistory(): Promise<void> {
    return this.#asked(() => this.#live().clearHistory());
  }

  /**
   * Out of the stream, what all nodes hold and what waits on them; `judge` knows the number. Answers
   * what the nodes are called that were not reached.
   */
  redact(judge: Finds, number: string): Promise<readonly string[]> {
    return this.#asked(() => this.#live().redact(judge, number));
  }

  /** To the pages of every node, also those that come later. */
  tellErased(): Promise<void> {
    return this.#asked(() => this.#live().tellErased());
  }

  /** On every node, and on those that cannot be reached when they are back. */
  async endSession(id: string, until: number): Promise<void> {
    const { now } = this.#options;
    while (!this.#closing && until > now()) {
      try {
        return await this.#live().endSession(id, until);
      } catch {
        await pause(AGAIN_AFTER, undefined, { ref: false });
      }
    }
  }

  tellChanged(kind: ChangedKind): void {
    this.#node?.peers.tellChanged(kind);
  }

  tellRejection(rejection: Rejection): void {
    this.#node?.peers.tellRejection(rejection);
  }

  /** Why no webhook can be taken; undefined while they can. */
  obstacle(): string | undefined {
    if (!this.#node) return `NATS at ${this.description}: ${this.#reason}`;
    return this.#node.obstacle();
  }

  troubles(): readonly string[] {
    return this.#node?.troubles() ?? [];
  }

  figures(): ClusterFigures {
    return this.#node?.figures() ?? NOT_CONNECTED;
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#node?.close();
  }

  async #join(listener: ClusterListener): Promise<void> {
    const { config } = this.#options;
    const servers = config['app.cluster.url'];
    if (!servers) throw new Error('app.cluster.url is not set');
    const [{ connectTo, reasonOf }, { Node }] = await Promise.all([
      import('./connection.ts'),
      import('./node.ts'),
    ]);
    try {
      const nc = await connectTo(servers, `hookline ${config['app.server.port']}`);
      try {
        this.#node = await Node.join(nc, { ...this.#options, ...listener });
      } catch (error) {
        await nc.close();
        throw error;
      }
    } catch (error) {
      this.#reason = reasonOf(error);
      throw error;
    }
    if (this.#closing) await this.#node.close();
  }

  async #joinLater(listener: ClusterListener): Promise<void> {
    const { log } = this.#options;
    let told = '';
    while (!this.#closing && !this.#node) {
      await pause(AGAIN_AFTER, undefined, { ref: false });
      try {
        await this.#join(listener);
      } catch (error) {
        const reason = this.#reason;
        // Waiting does not help; said once, and in /readyz.
        if (error instanceof Mistake && reason !== told) log.error({}, error.message);
        told = reason;
      }
    }
    if (this.#node) log.info({}, 'NATS is there; the node takes part');
  }

  #live(): LiveNode {
    if (this.#node) return this.#node;
    throw unavailable();
  }

  /** What a person asks for is not tried again: they are told. */
  async #asked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof HttpProblem || (error as Error).name === 'ArchiveError') throw error;
      this.#options.log.warn({ err: error }, 'JetStream did not do what was asked');
      throw unavailable();
    }
  }
}
