import type { Erased } from '@hookline/contract';
import type { PhoneOptions } from '@hookline/records/phone';
import type { Archive } from './archive/archive.ts';
import { type NumberJudge, numberJudge } from './archive/threads/number-judge.ts';
import type { Cluster } from './cluster/cluster.ts';
import type { Hub } from './hub/hub.ts';
import type { Streams } from './stream/streams.ts';
import type { Telephony } from './telephony/telephony.ts';

export interface HoldingParts {
  readonly phone: PhoneOptions;
  readonly hub: Hub;
  readonly streams: Streams;
  readonly archive: Archive;
  readonly cluster: Cluster | undefined;
  readonly telephony: () => Telephony | undefined;
}

/**
 * The path of an erasure, on one screen. Whatever holds something about people is named here:
 *
 * - **phone book**: before anything else, for calls that come in meanwhile bear its names.
 * - **history and ring**, of all nodes: they go although the database may be away.
 * - **journal and archive**: what was handed over before is in one or the other.
 * - **pages**: told last, or they would read anew what is about to go.
 */
export function createErasure(parts: HoldingParts) {
  const { phone, hub, streams, archive, cluster, telephony } = parts;
  return {
    async erase(number: string, suppress: boolean): Promise<Erased> {
      const judge = await numberJudge(phone, { number });
      await telephony()?.forget(judge);
      const missing = await cluster?.redact(judge, number);
      if (!cluster) await hub.redact(judge);
      const counts = await archive.eraseNumber(number, suppress);
      // Read from the archive meanwhile, it has them again.
      await telephony()?.forget(judge);
      await (cluster ? cluster.tellErased() : streams.announceErased());
      return missing ? { ...counts, missing: [...missing] } : counts;
    },

    /** Another node erases the rest: what only this one holds. */
    async eraseHere(number: string, held: (judge: NumberJudge) => Promise<void>): Promise<void> {
      const judge = await numberJudge(phone, { number });
      await telephony()?.forget(judge);
      await held(judge);
      await archive.eraseJournal(number);
    },

    /** An erasure is over, on whichever node. */
    erased(erasure: string): void {
      streams.announceErased(erasure);
      // A database that is away is asked again with the next batch.
      archive.suppressedElsewhere().catch(() => {});
    },

    /** Nothing about these is held from now on; all there are. */
    async suppress(keys: readonly string[]): Promise<void> {
      const finds = keys.length > 0 ? await numberJudge(phone, { keys }) : undefined;
      const judge: NumberJudge | undefined =
        finds &&
        (async (json) => {
          try {
            return await finds(json);
          } catch {
            // What cannot be looked through is not held either.
            return { outcome: 'removed' };
          }
        });
      hub.suppress(judge);
      await telephony()?.suppress(judge);
    },
  };
}
