/** How many letters must be added, left out, changed or swapped to get from one word to the other. */
export function slips(a: string, b: string): number {
  let twoAgo: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, (twoAgo[j - 2] ?? 0) + 1);
      }
      row.push(best);
    }
    twoAgo = last;
    last = row;
  }
  return last[b.length] ?? a.length;
}

/** The name that was probably meant, if one is close enough to be worth mentioning. */
export function probablyMeant(typed: string, known: readonly string[]): string | undefined {
  const scored = known
    .map((name) => ({ name, distance: slips(typed.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = scored[0];
  return best && best.distance <= Math.max(2, typed.length / 4) ? best.name : undefined;
}
