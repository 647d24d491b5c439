import { foldedText, isFound, type QueryWords, searchedText } from '@hookline/records';
import { CHANNEL_NAMES, type ChannelName, type Entry } from './entry.ts';

/** What of the list somebody wants to see. */
export interface Filter {
  readonly channel: ChannelName | undefined;
  readonly words: QueryWords;
}

/** What an address such as `#/live/jobs?q=D-1001` says. */
export interface AddressedFilter {
  readonly channel: ChannelName | undefined;
  readonly q: string;
}

/** What somebody has typed wrongly or cut counts as unsaid. */
export function filterFrom(item: string | undefined): AddressedFilter {
  const [, name, rest] = /^([^?]*)\??(.*)$/s.exec(item ?? '') ?? [];
  return {
    channel: CHANNEL_NAMES.find((each) => each === name),
    // The archive refuses this character, and no keyboard types it.
    q: (new URLSearchParams(rest).get('q') ?? '').replaceAll('\0', ''),
  };
}

/** The filter as it stands in the page's address, if there is one. */
export function filterText({ channel, q }: AddressedFilter): string | undefined {
  const text = q === '' ? (channel ?? '') : `${channel ?? ''}?${new URLSearchParams({ q })}`;
  return text === '' ? undefined : text;
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
