import type { ArchivedEvent } from '@hookline/contract';
import type { LiveEvent } from 'hookline-client';
import { Store } from '../../store.ts';

export const CHANNEL_NAMES = ['kunden', 'kuriere', 'jobs', 'generic'] as const;
export type ChannelName = (typeof CHANNEL_NAMES)[number];

/** One event of the list, whether it came live or out of the archive. */
export interface Entry {
  /** Names it for good: ids begin anew with each epoch of the backend. */
  readonly key: string;
  readonly instance: string;
  readonly eventId: number;
  readonly channel: ChannelName;
  /** Who sent it, if senders have names. */
  readonly sender: string | undefined;
  /** What its sender calls such a message, if it says so beside it. */
  readonly topic: string | undefined;
  readonly receivedAt: string;
  readonly payload: unknown;
  /** As it was sent, if it came by the stream. */
  readonly text: string | undefined;
  /** Its name in the archive, if it came from there. */
  readonly archiveId: string | undefined;
}

/** The same event is the same entry, so that its row is not drawn again. */
const made = new WeakMap<object, Entry>();

export function liveEntry(event: LiveEvent, instance: string): Entry {
  return remembered(event, () => ({
    ...common(event, instance, event.id),
    text: event.text,
    archiveId: undefined,
  }));
}

export function archivedEntry(event: ArchivedEvent): Entry {
  return remembered(event, () => ({
    ...common(event, event.instance, event.eventId),
    text: undefined,
    archiveId: event.id,
  }));
}

function remembered(event: object, make: () => Entry): Entry {
  const entry = made.get(event) ?? make();
  made.set(event, entry);
  return entry;
}

function common(
  event: Pick<LiveEvent, 'receivedAt' | 'payload'> & {
    readonly channel?: LiveEvent['channel'];
    readonly sender?: string | null;
    readonly topic?: string | null;
  },
  instance: string,
  eventId: number,
) {
  const { receivedAt, payload, channel, sender, topic } = event;
  if (sender) noteSender(sender);
  return {
    key: `${instance} ${eventId}`,
    instance,
    eventId,
    channel: channel ?? 'generic',
    sender: sender ?? undefined,
    topic: topic ?? undefined,
    receivedAt,
    payload,
  } as const;
}

/** Who has sent something that is in the list. */
export const senders = new Store<readonly string[]>([]);

function noteSender(sender: string): void {
  if (senders.get().includes(sender)) return;
  // Entries are made while something is drawn, and nothing else may be drawn anew by that.
  queueMicrotask(() => {
    const known = senders.get();
    if (!known.includes(sender)) senders.set([...known, sender].sort());
  });
}

/** Which of two comes first. In one epoch ids decide: a clock may be set back. */
export function isNewer(one: Entry, other: Entry): boolean {
  return one.instance === other.instance
    ? one.eventId > other.eventId
    : one.receivedAt > other.receivedAt;
}

/** Two lists in order, newest first, as one; what is in both is taken from the first. */
export function merged(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  const known = new Set(first.map(({ key }) => key));
  const result: Entry[] = [];
  let at = 0;
  for (const entry of second) {
    if (known.has(entry.key)) continue;
    for (let next = first[at]; next && !isNewer(entry, next); next = first[++at]) result.push(next);
    result.push(entry);
  }
  return result.concat(first.slice(at));
}

/** What is being read, with what is older added at its end and nothing else changed. */
export function withOlder(shown: readonly Entry[], all: readonly Entry[]): readonly Entry[] {
  const last = shown.at(-1);
  if (!last) return all;
  const known = new Set(shown.map(({ key }) => key));
  const older = all.filter((entry) => !known.has(entry.key) && !isNewer(entry, last));
  return older.length === 0 ? shown : shown.concat(older);
}
