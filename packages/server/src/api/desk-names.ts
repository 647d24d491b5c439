/** One desk is one desk, however its browser spells umlauts and whatever stands around its name. */
export function plainDesk(name: string): string {
  return name.normalize('NFC').trim();
}

const DESKS = ['claimedBy', 'from', 'by'] as const;

export function withPlainDesks<
  Change extends Partial<Record<(typeof DESKS)[number], string | null>>,
>(change: Change): Change {
  const names = DESKS.flatMap((name) => {
    const desk = change[name];
    return typeof desk === 'string' ? [[name, plainDesk(desk)]] : [];
  });
  return { ...change, ...Object.fromEntries(names) };
}
