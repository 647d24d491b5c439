import { isQueryFound, type Query, type Searched, searchedPayload } from '@hookline/records';
import { CHANNEL_NAMES, type ChannelName, type Entry } from './entry.ts';

/** What of the list somebody wants to see. */
export interface Filter {
  readonly channel: ChannelName | undefined;
  /** Empty for all. */
  readonly sender?: string;
  readonly typed: Query;
  /** How the office's country is dialled from abroad, once that is known. */
  readonly callingCode?: string | undefined;
}

/** The channel that an address such as `#/live/jobs` names; what is cut or mistyped names none. */
export function channelNamed(name: string | undefined): ChannelName | undefined {
  return CHANNEL_NAMES.find((each) => each === name);
}

export function isSearch({ words, signs }: Query): boolean {
  return words.length > 0 || signs.length > 0;
}

/** Written once for each entry: typing asks for it with every letter. */
const texts = new WeakMap<Entry, { readonly code: string; readonly searched: Searched }>();

export function fits(entry: Entry, filter: Filter): boolean {
  const { channel, sender = '', typed, callingCode: code = '' } = filter;
  if (channel !== undefined && entry.channel !== channel) return false;
  if (sender !== '' && entry.sender !== sender) return false;
  if (!isSearch(typed)) return true;
  const known = texts.get(entry);
  const searched = known?.code === code ? known.searched : searchedPayload(entry.payload, code);
  texts.set(entry, { code, searched });
  return isQueryFound(typed, searched);
}
