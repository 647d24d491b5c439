import { queryOf } from '@hookline/records';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { goTo, linkTo, useRoute } from '../../route.ts';
import type { ChannelName } from './entry.ts';
import { filterFrom, filterText } from './filter.ts';

/** Typing pauses this long before the archive is asked and the address says it. */
const PAUSE = 250;

/** The filter of the page's address, and in it what is being typed. */
export function useSearch() {
  const { channel, q } = filterFrom(useRoute().item);
  const [search, setSearch] = useState(q);
  const [query] = useDebouncedValue(search.trim(), PAUSE);
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
    location.replace(linkTo('live', filterText({ channel, q: typed })));
  };
  const tellQuery = useEffectEvent(() => tell(query));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the typing pauses
  useEffect(() => tellQuery(), [query]);
  const choose = (name: ChannelName | undefined) => {
    const typed = search.trim();
    // Back from there comes back to the same search, however fast somebody is.
    tell(typed);
    goTo('live', filterText({ channel: name, q: typed }));
  };
  const typed = useMemo(() => queryOf(search), [search]);
  return { channel, choose, search, setSearch, query, typed, isTyping: query !== search.trim() };
}
