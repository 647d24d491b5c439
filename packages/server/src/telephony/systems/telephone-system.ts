import type { Config } from '../../config/properties.ts';
import type { CreateSystem } from '../system.ts';

/** What somebody who sets up a telephone system should know, in one line. */
export interface Finding {
  readonly about: string;
  readonly state: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text });
export const note = (about: string, text: string): Finding => ({ about, state: 'note', text });
export const wrong = (about: string, text: string): Finding => ({ about, state: 'wrong', text });

export interface TelephoneSystem {
  follow(config: Config): CreateSystem;
  /** Tries it: what there is to it, and what is wrong. Nothing rings, and nothing is changed there. */
  check(config: Config, isBookRead: boolean): AsyncIterable<Finding>;
}
