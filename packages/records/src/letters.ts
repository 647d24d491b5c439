/** Letters that many write as two, and all that are another plain letter. */
const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  æ: 'ae',
  ø: 'oe',
  œ: 'oe',
};
const OTHERS: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', ł: 'l', đ: 'd', ı: 'i' };

/** A small letter as it is written where there are no umlauts: `ü` is `ue`. */
export function inTwoLetters(letter: string): string {
  return UMLAUTS[letter] ?? OTHERS[letter] ?? letter;
}

/** The same as others write it: `ü` is `u`. */
export function inOneLetter(letter: string): string {
  return UMLAUTS[letter]?.[0] ?? OTHERS[letter] ?? letter;
}

const HAS_OTHERS = /[äöüæøœßςłđı]/g;

/** A small text with each of these letters spelled so, and without accents. */
export function spelled(text: string, spell: (letter: string) => string): string {
  return text
    .replace(HAS_OTHERS, spell)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(HAS_OTHERS, spell);
}
