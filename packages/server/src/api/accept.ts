interface Range {
  readonly type: string;
  readonly weight: number;
}

/**
 * The type the client likes best among those on offer, the first of which also stands for every
 * wildcard. Undefined when it names none of them.
 */
export function preferredType(
  accept: string | undefined,
  offered: readonly string[],
): string | undefined {
  const [first = ''] = offered;
  const wildcards = ['*/*', `${first.split('/', 1)[0]}/*`];
  const ranges = rangesOf(accept ?? '');
  const named = ranges.filter(({ type }) => offered.includes(type));
  // Behind the named types, so that `*/*, text/csv` is a wish for CSV.
  const any = ranges.filter(({ type }) => wildcards.includes(type));
  const candidates = [...named, ...any.map(({ weight }) => ({ type: first, weight }))];
  return candidates
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .at(0)?.type;
}

function rangesOf(accept: string): Range[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { type, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
}
