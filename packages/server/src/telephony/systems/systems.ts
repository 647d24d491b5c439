import type { SystemName } from './properties.ts';
import type { TelephoneSystem } from './telephone-system.ts';

const sipgate = async () => (await import('./sipgate/system.ts')).sipgate;

/** Nothing of a system is loaded that is not configured. */
export const SYSTEM: Readonly<Record<SystemName, () => Promise<TelephoneSystem>>> = {
  fritzbox: async () => (await import('./fritzbox/system.ts')).fritzbox,
  sipgate,
  cti: sipgate,
  placetel: async () => (await import('./placetel/system.ts')).placetel,
  asterisk: async () => (await import('./asterisk/system.ts')).asterisk,
  sip: async () => (await import('./sip/system.ts')).sip,
};
