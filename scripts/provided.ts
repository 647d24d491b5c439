import { relative } from 'node:path';
import { expect, inject, type ProvidedContext } from 'vitest';

/** What `prepare-tests.ts` has made for the files of this run. */
export function provided<Name extends keyof ProvidedContext>(name: Name): ProvidedContext[Name] {
  const value = inject(name);
  if (value !== undefined) return value;
  throw new Error(
    `${relative('', expect.getState().testPath ?? '')} asks for ${name}, which this run did not prepare: a comment in it, or in what it imports, has to end with @needs ${name}`,
  );
}
