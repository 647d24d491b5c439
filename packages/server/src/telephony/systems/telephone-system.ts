import type { Config } from '../../config/properties.ts';
import type { Finding } from '../finding.ts';
import type { CreateSystem } from '../system.ts';

/** A telephone system that this server can follow. */
export interface TelephoneSystem {
  follow(config: Config): CreateSystem;
  /** Tries it: what there is to it, and what is wrong. Nothing rings, and nothing is changed there. */
  check(config: Config, isBookRead: boolean): AsyncIterable<Finding>;
}
