/** Fewer digits stand somewhere in nearly every number. */
const ANYWHERE = 3;
const MAX_DIGITS = 40;

/**
 * A number, or part of one, as a person types it on the way to somebody: `0171 392`,
 * `+49 (0)30/231`, `4710-1`.
 */
export class NumberPart {
  readonly #digits: string;

  private constructor(digits: string) {
    this.#digits = digits;
  }

  /** Undefined if the text is anything else. */
  static of(typed: string): NumberPart | undefined {
    const text = typed.trim();
    if (text.length > 2 * MAX_DIGITS || !/^[\d\s()/.+-]*$/.test(text)) return undefined;
    const digits = text.replace('(0)', '').replace(/\D/g, '');
    if (digits === '') return undefined;
    // Both stand for a country code that follows.
    return new NumberPart(text.startsWith('+') ? digits : digits.replace(/^00(?=\d)/, ''));
  }

  /** Whether it is part of one of the ways to write a line, each given as digits. */
  isIn(lines: readonly string[]): boolean {
    const digits = this.#digits;
    return lines.some((line) =>
      digits.length < ANYWHERE ? line.startsWith(digits) : line.includes(digits),
    );
  }
}
