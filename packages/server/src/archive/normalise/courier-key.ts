/** By what a job names its courier. */
export interface CourierKey {
  /** Phone key. */
  readonly line: string | null;
  /** The courier's id in the books of whoever sends the job. */
  readonly ownId: string | null;
  /** Folded. */
  readonly name: string | null;
}

/** As it is stored: jobs of one courier that name it alike are together. Null if nobody is named. */
export function courierKey({ line, ownId, name }: CourierKey): string | null {
  const parts = [line, ownId, name];
  return parts.every((part) => part === null) ? null : JSON.stringify(parts);
}

export function courierKeyFrom(stored: string): CourierKey {
  const [line, ownId, name] = JSON.parse(stored) as (string | null)[];
  return { line: line ?? null, ownId: ownId ?? null, name: name ?? null };
}
