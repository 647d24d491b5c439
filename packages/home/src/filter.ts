import { useEffect, useMemo } from 'react';
import { chosen, linkTo, replaceRoute, routeOf, useRoute } from './route.ts';

/** What a page is narrowed to: texts, the empty one or the usual one for what is not chosen. */
type Filter<F> = { readonly [Name in keyof F]: string };

/** A filter as it stands in the address: what is as usual is left out. */
export function queryOf<F extends Filter<F>>(filter: F, usual: F): string {
  const query = new URLSearchParams();
  for (const name of Object.keys(usual) as (keyof F & string)[]) {
    if (filter[name] !== usual[name]) query.set(name, filter[name]);
  }
  return query.toString();
}

/**
 * The filter of a page, which stands in its address. `read` gets what anybody may have typed there,
 * and is told once: it may not change.
 */
export function useFilter<F extends Filter<F>>(
  read: (query: URLSearchParams) => F,
  usual: F,
): readonly [F, (change: Partial<F>) => void] {
  const { page, item, query } = useRoute();
  const filter = useMemo(() => read(textsOf(query)), [read, query]);
  useEffect(() => {
    if (query === '' && item === undefined) chosen.delete(page);
  }, [page, item, query]);
  const change = (part: Partial<F>) => {
    const now = routeOf(location.hash);
    const next = queryOf({ ...read(textsOf(now.query)), ...part }, usual);
    chosen.set(now.page, next);
    replaceRoute(linkTo(now.page, now.item, next));
  };
  return [filter, change];
}

/** What stands in a query, without the character that the archive refuses and no keyboard types. */
export function textsOf(query: string): URLSearchParams {
  const texts = [...new URLSearchParams(query)];
  return new URLSearchParams(texts.map(([name, text]) => [name, text.replaceAll('\0', '')]));
}
