import Type, { type Static } from 'typebox';
import { flag, named } from './record-fields.ts';

/** What `GET /api/session` says. */
export const SessionState = named('SessionState', {
  required: flag('Readers have to log in or to show the token.'),
  active: flag('Whoever asks may read.'),
  password: flag('There is a password to log in with.'),
  configured: flag(
    '`false`: personal data and every change are answered with `access_not_configured`.',
  ),
  lifetime: Type.Union([Type.Integer(), Type.Null()], {
    description: 'How many seconds the login lasts without being used; null without one.',
  }),
});
export type SessionState = Static<typeof SessionState>;
