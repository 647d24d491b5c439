import { setTimeout as pause } from 'node:timers/promises';
import type { FeedFigures } from '../archive.ts';
import { unavailable } from '../engine/archive-error.ts';

const LOOK_EVERY = 50;

/** An event of an epoch of the stream. */
export interface StreamPlace {
  readonly instance: string;
  readonly id: number;
}

/** What the relay knows of the way from the stream into the archive, which another node may go. */
export class FeedWatch {
  figures: FeedFigures = { isFeeding: false, position: 0, pending: 0, lost: 0 };
  trouble: string | undefined;
  readonly #read: (instance: string) => Promise<number>;

  constructor(read: (instance: string) => Promise<number>) {
    this.#read = read;
  }

  troubles(): string[] {
    const { lost } = this.figures;
    return [
      ...this.#unfed(),
      ...(lost > 0
        ? [`${lost} events left the stream before they could be stored (app.cluster.keep)`]
        : []),
    ];
  }

  /** Done when it is stored; an error if that takes longer than so many milliseconds. */
  async passed({ instance, id }: StreamPlace, timeout: number): Promise<void> {
    const until = performance.now() + timeout;
    while ((await this.#read(instance)) < id) {
      if (performance.now() >= until) {
        const why = this.#unfed().map((reason) => ` At this node, ${reason}.`);
        throw unavailable(`The archive does not have everything yet.${why.join('')}`);
      }
      await pause(LOOK_EVERY);
    }
  }

  #unfed(): string[] {
    if (this.trouble === undefined) return [];
    return [`the archive cannot be fed from the stream: ${this.trouble}`];
  }
}
