import type { Kind } from './kinds.ts';

export interface Property<T> {
  readonly kind: Kind<T>;
  /** The default as a person would write it; undefined when the property is unset by default. */
  readonly preset?: string;
  /** A plain environment variable that is understood too, as hosting platforms set it. */
  readonly alias?: string;
  /** What earlier versions called it: whoever has it in a file goes on with that. */
  readonly formerly?: string;
  readonly about: string;
}

/** A property with a default always has a value, one without may be undefined. */
export function preset<T>(kind: Kind<T>, value: string, about: string, alias?: string) {
  return { kind, preset: value, about, ...(alias && { alias }) } as const;
}
export function optional<T>(kind: Kind<T>, about: string) {
  return { kind, about } as const;
}
