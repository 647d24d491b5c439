/** An entry and the line of the file that it begins in. */
export interface StockLine {
  readonly line: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A mistake in the file of the operator, who is told where. */
export class StockMistake extends Error {
  override readonly name = 'StockMistake';

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`);
  }
}
