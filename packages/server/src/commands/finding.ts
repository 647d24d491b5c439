/** What a look of `hookline check` has found. */
export interface Finding {
  /** More exactly what it is about, where one look finds several things. */
  readonly about?: string;
  readonly state: 'ok' | 'note' | 'wrong';
  readonly text: string;
}
