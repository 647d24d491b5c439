/** Any two of a list, which are not the same. */
export function pickTwo<T>(list: readonly T[]): [T, T] {
  const one = pick(list);
  return [one, pick(list.filter((item) => item !== one))];
}

/** Any one of a list that is not empty. */
export function pick<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
}
