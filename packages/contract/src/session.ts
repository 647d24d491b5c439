import Type, { type Static } from 'typebox';

/** What `GET /api/session` says. */
export const SessionState = Type.Object(
  {
    required: Type.Boolean({ description: 'Readers have to log in or to show the token.' }),
    active: Type.Boolean({ description: 'Whoever asks may read.' }),
    password: Type.Boolean({ description: 'There is a password to log in with.' }),
    configured: Type.Boolean({
      description:
        '`false`: personal data and every change are answered with `access_not_configured`.',
    }),
    lifetime: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How many seconds the login lasts without being used; null without one.',
    }),
  },
  { title: 'SessionState' },
);
export type SessionState = Static<typeof SessionState>;
