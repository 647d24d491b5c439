/** What somebody who sets up a telephone system should know, in one line. */
export interface Finding {
  readonly about: string;
  readonly state: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text });
export const note = (about: string, text: string): Finding => ({ about, state: 'note', text });
export const wrong = (about: string, text: string): Finding => ({ about, state: 'wrong', text });
