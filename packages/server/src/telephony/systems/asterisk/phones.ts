import type { Desks } from '../desks.ts';

export interface PhonesOptions {
  /** Desk → endpoint, `PJSIP/21` or `21` for any technology. */
  readonly desks: Desks;
  /** Patterns with `*` of what is a phone and no trunk; undefined: the desks. */
  readonly endpoints: readonly string[] | undefined;
}

/** Between its phones and trunks Asterisk puts channels of its own, which are nobody. */
export function isOwn(name: string): boolean {
  return name.startsWith('Local/');
}

export type Phones = ReturnType<typeof phonesOf>;

export function phonesOf({ desks, endpoints }: PhonesOptions) {
  const patterns = (endpoints ?? Object.values(desks)).map(patternOf);
  const endpointOf = (name: string) => {
    const at = name.lastIndexOf('-');
    return at < 0 ? name : name.slice(0, at);
  };
  const isNamed = (written: string, endpoint: string) =>
    written === endpoint || written === endpoint.slice(endpoint.indexOf('/') + 1);
  return {
    isPhone(name: string): boolean {
      const endpoint = endpointOf(name);
      const bare = endpoint.slice(endpoint.indexOf('/') + 1);
      return !isOwn(name) && patterns.some((each) => each.test(endpoint) || each.test(bare));
    },
    deskOf(name: string): string {
      const endpoint = endpointOf(name);
      const desk = Object.entries(desks).find(([, written]) => isNamed(written, endpoint));
      return desk?.[0] ?? endpoint.slice(endpoint.indexOf('/') + 1);
    },
    /** Whether a dialled number is that of a phone in the house. */
    isExtension: (number: string) => number in desks || patterns.some((each) => each.test(number)),
  };
}

function patternOf(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
