import Type, { type Static, type TSchemaOptions } from 'typebox';
import { orNull, text, time } from './record-fields.ts';

/**
 * What a desk is called. A label and no identity: it is shown beside what was done there, so it is
 * short, on one line, and turns no text around it.
 */
export const deskName = (options: TSchemaOptions = {}) =>
  Type.String({
    maxLength: 64,
    pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u202a-\\u202e\\u2066-\\u2069]*$',
    ...options,
  });

export const ByDesk = Type.Object(
  { desk: text('As the desk calls itself.'), at: time('Since when.') },
  { title: 'ByDesk', description: 'Who did something, and when.' },
);
export type ByDesk = Static<typeof ByDesk>;

export const claimedBy = orNull(
  Type.Object(ByDesk.properties, { description: 'The desk that takes care of it.' }),
);
export const correctedBy = orNull(
  Type.Object(ByDesk.properties, {
    description:
      'Who entered or corrected it by hand last; null if nobody has, or if nobody said who.',
  }),
);
export const noteBy = orNull(
  Type.Object(ByDesk.properties, {
    description: 'Who wrote the note; null without one, or if nobody said who.',
  }),
);
