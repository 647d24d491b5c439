import { isQueryFound, type Query, type Searched, searchedPayload } from '@hookline/records';
import { CHANNEL_NAMES, type ChannelName, type Entry } from './entry.ts';

/** What of the list somebody wants to see. */
export interface Filter {
  readonly channel: ChannelName | undefined;
  readonly typed: Query;
  /** How the office's country is dialled from abroad, once that is known. */
  readonly callingCode?: string | undefined;
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

export function isSearch({ words, signs }: Query): boolean {
  return words.length > 0 || signs.length > 0;
}

/** Written once for each entry: typing asks for it with every letter. */
const texts = new WeakMap<Entry, { readonly code: string; readonly searched: Searched }>();

export function fits(entry: Entry, { channel, typed, callingCode: code = '' }: Filter): boolean {
  if (channel !== undefined && entry.channel !== channel) return false;
  if (!isSearch(typed)) return true;
  const known = texts.get(entry);
  const searched = known?.code === code ? known.searched : searchedPayload(entry.payload, code);
  texts.set(entry, { code, searched });
  return isQueryFound(typed, searched);
}
