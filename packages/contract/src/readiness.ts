import Type, { type Static } from 'typebox';
import { named, word } from './record-fields.ts';

/** The answer of `/readyz`. */
export const Readiness = named('Readiness', {
  status: word(['ready', 'degraded', 'unavailable', 'starting', 'draining']),
  reasons: Type.Array(Type.String(), {
    description:
      'For readers a sentence each. Strangers are told only what is concerned: `archive`, `telephony`, `silence`, `cluster`, `starting` or `draining`.',
  }),
  concerns: Type.Array(word(['archive', 'telephony', 'silence', 'cluster']), {
    description: 'What needs attention, for everybody.',
  }),
  rereading: Type.Union(
    [
      Type.Integer({
        minimum: 0,
        maximum: 99,
        description: 'How many percent of what is stored were read anew.',
      }),
      Type.Null(),
    ],
    {
      description:
        'A number while what is stored is read anew, after a start with other rules; lists may show an older reading meanwhile.',
    },
  ),
});
export type Readiness = Static<typeof Readiness>;
