import { CHANNELS, GENERIC, REFUSAL_ADVICE, type Source, type Sources } from '@hookline/contract';
import type { Silence, Watched } from './silence.ts';
import { type Source as Counted, HOURS, hourOf, startOfHour } from './source.ts';
import type { SourceBook } from './source-book.ts';

export interface OverviewParts {
  readonly book: SourceBook;
  readonly silence: Silence;
  readonly senders: readonly string[];
  readonly hasArchive: boolean;
  readonly needsToken: boolean;
  readonly needsSignature: (url: Sources['urls'][number]['url']) => boolean;
  readonly timeZone: string;
  readonly now: () => number;
}

/** What `GET /api/sources` answers. */
export function overviewOf(parts: OverviewParts): Sources {
  const { book, senders, timeZone } = parts;
  const now = parts.now();
  const watched = parts.silence.look();
  const silent = new Set(watched.filter(({ isSilent }) => isSilent).map(({ name }) => name));
  const counted = [...book].map((source) => shown(source, book, now, silent));
  const heard = new Set(counted.map(({ sender }) => sender));
  const unheard = senders.filter((name) => !heard.has(name));
  return {
    at: iso(now),
    timeZone,
    hoursFrom: iso(startOfHour(hourOf(now) - HOURS + 1)),
    firstEventAt: isoOrNull(book.firstEvent),
    hasArchive: parts.hasArchive,
    urls: ([...CHANNELS, GENERIC] as const).map((url) => ({
      url,
      path: url === GENERIC ? '/api/webhook' : `/api/webhook/${url}`,
      needsToken: parts.needsToken,
      needsSignature: parts.needsSignature(url),
    })),
    senders: [...senders],
    sources: [...counted, ...unheard.map((name) => unheardOf(name, silent))],
    silence: watched.map(({ quietSince, lastEvent, ...watch }: Watched) => ({
      ...watch,
      quietSince: isoOrNull(quietSince),
      lastEventAt: isoOrNull(lastEvent),
    })),
  };
}

function shown(
  source: Counted,
  book: SourceBook,
  now: number,
  silent: ReadonlySet<string>,
): Source {
  const { sender, url, lastAt, refusals } = source;
  const today = source.today(book.dayAt(now));
  return {
    sender,
    url,
    isConfigured: book.isConfigured(sender),
    lastEventAt: isoOrNull(lastAt),
    today: today.accepted,
    hours: [...source.hoursUntil(hourOf(now))],
    refusedToday: today.refused,
    refusals: refusals.map(({ cause, ...refusal }) => ({
      ...refusal,
      cause,
      advice: REFUSAL_ADVICE[cause],
    })),
    // Who has only ever been refused there has not gone silent.
    isSilent: (lastAt !== undefined && silent.has(url)) || (sender !== null && silent.has(sender)),
  };
}

function unheardOf(sender: string, silent: ReadonlySet<string>): Source {
  return {
    sender,
    url: null,
    isConfigured: true,
    lastEventAt: null,
    today: 0,
    hours: Array(HOURS).fill(0),
    refusedToday: 0,
    refusals: [],
    isSilent: silent.has(sender),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function isoOrNull(at: number | undefined): string | null {
  return at === undefined ? null : iso(at);
}
