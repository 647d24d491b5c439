/** `app.telephony.desks`: the desk, and what the telephone system calls it. */
type Desks = Readonly<Record<string, string>>;

/** The desk somebody says they are at, if there is one; with just one desk it is that. */
export function chosenDesk(desks: Desks, said: string | undefined): string {
  const names = Object.keys(desks);
  if (said !== undefined && names.includes(said)) return said;
  return names.length === 1 ? (names[0] ?? '') : '';
}

/** No desk was chosen because there is none to choose; else who has chosen none only watches. */
export function isNobodysDesk(desks: Desks, desk: string): boolean {
  return desk === '' && Object.keys(desks).length === 0;
}

/** The desk that the system calls by one of these names; else as the system says. */
export function deskNamed(desks: Desks, name: string, ...others: string[]): string {
  const found = Object.entries(desks).find(([, written]) =>
    // Where dialling needs another name, both are given: `w0/e0`.
    written.split('/').some((each) => each === name || others.includes(each)),
  );
  return found?.[0] ?? others[0] ?? name;
}
