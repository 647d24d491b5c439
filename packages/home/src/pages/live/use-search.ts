import { queryOf } from '@hookline/records';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { queryOf as addressOf, textsOf } from '../../filter.ts';
import { useSettled } from '../../parts/use-settled.ts';
import { goTo, linkTo, replaceRoute, useRoute } from '../../route.ts';
import type { ChannelName } from './entry.ts';
import { channelNamed } from './filter.ts';

/** Typing pauses this long before the archive is asked and the address says it. */
const PAUSE = 250;

const NOTHING = { q: '', sender: '' };

/** The filter of the page's address, and in it what is being typed. */
export function useSearch() {
  const { item, query: inAddress } = useRoute();
  const channel = channelNamed(item);
  const q = textsOf(inAddress).get('q') ?? '';
  const sender = textsOf(inAddress).get('sender') ?? '';
  const [search, setSearch] = useState(q);
  const query = useSettled(search.trim(), PAUSE);
  const told = useRef(q);
  useEffect(() => {
    // Changed by something else: a way back in the browser's history, a link.
    if (q === told.current) return;
    told.current = q;
    setSearch(q);
  }, [q]);
  // Not another place to go back to for every pause in typing.
  const tell = (typed: string) => {
    if (typed === told.current) return;
    told.current = typed;
    replaceRoute(linkTo('live', channel, addressOf({ q: typed, sender }, NOTHING)));
  };
  const tellQuery = useEffectEvent(() => tell(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the typing pauses
  useEffect(() => tellQuery(), [query]);
  const choose = (name: ChannelName | undefined, from = sender) => {
    const typed = search.trim();
    // Back from there comes back to the same search, however fast somebody is.
    tell(typed);
    goTo('live', name, addressOf({ q: typed, sender: from }, NOTHING));
  };
  const typed = useMemo(() => queryOf(search), [search]);
  return {
    channel,
    sender,
    choose,
    search,
    setSearch,
    query,
    typed,
    isTyping: query !== search.trim(),
  };
}
