import { ASTERISK } from './asterisk/properties.ts';
import { FRITZBOX } from './fritzbox/properties.ts';
import { PLACETEL } from './placetel/properties.ts';
import { SIP } from './sip/properties.ts';
import { SIPGATE } from './sipgate/properties.ts';

/** What a telephone system is configured by, before anything of it is loaded. */
export interface ConfiguredBy {
  readonly properties: object;
  /** Without these it would never be heard. */
  readonly needs: readonly string[];
  /** This stands for all of those. */
  readonly orElse?: string;
  /** A user and its password, neither of which is of use alone. */
  readonly logins: readonly (readonly [string, string])[];
  /** What it calls desks. */
  readonly desks?: { readonly are: RegExp; readonly such: string };
  /** The property that its own phone book needs; without one it has none that can be read. */
  readonly ownBook?: string;
}

/** Every system by its name in `app.telephony.system`; how each is followed is in `systems.ts`. */
export const SYSTEMS = {
  fritzbox: FRITZBOX,
  sipgate: SIPGATE,
  /** Any that pushes as sipgate does. */
  cti: { properties: {}, needs: PLACETEL.needs, logins: [] },
  placetel: PLACETEL,
  asterisk: ASTERISK,
  sip: SIP,
} as const satisfies Record<string, ConfiguredBy>;

export type SystemName = keyof typeof SYSTEMS;
export const SYSTEM_NAMES = Object.keys(SYSTEMS) as SystemName[];

export const SYSTEM_PROPERTIES = {
  ...FRITZBOX.properties,
  ...PLACETEL.properties,
  ...SIPGATE.properties,
  ...ASTERISK.properties,
  ...SIP.properties,
};
