import { foldedText, isFound, type QueryWords, searchedText } from '@hookline/records';
import { CHANNEL_NAMES, type ChannelName, type Entry } from './entry.ts';

/** What of the list somebody wants to see. */
export interface Filter {
  readonly channel: ChannelName | undefined;
  readonly words: QueryWords;
}

/** The channel that an address such as `#/live/jobs` names. */
export function channelNamed(name: string | undefined): ChannelName | undefined {
  return CHANNEL_NAMES.find((each) => each === name);
}

/** Written once for each entry: typing asks for it with every letter. */
const texts = new WeakMap<Entry, string>();

export function fits(entry: Entry, { channel, words }: Filter): boolean {
  if (channel !== undefined && entry.channel !== channel) return false;
  if (words.length === 0) return true;
  const text = texts.get(entry) ?? foldedText(searchedText(entry.payload));
  texts.set(entry, text);
  return isFound(words, text);
}

/**
 * Up to which id everything new has been shown. Ids are marked as seen from below, so the first
 * one that the filter hides ends it: it would count as seen without ever having been on the screen.
 */
export function shownThrough(
  events: readonly { readonly id: number }[],
  unseen: number,
  isShown: (id: number) => boolean,
): number | undefined {
  let through: number | undefined;
  for (const { id } of events.slice(0, unseen).reverse()) {
    if (!isShown(id)) break;
    through = id;
  }
  return through;
}
