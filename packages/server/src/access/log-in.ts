import { HttpProblem } from '../http/problem.ts';
import type { Attempts } from './attempts.ts';
import type { Password } from './password.ts';
import type { Session, Sessions } from './sessions.ts';

export interface LogInParts {
  readonly password: Password | undefined;
  readonly sessions: Sessions | undefined;
  readonly attempts: Attempts;
  readonly onLogIn: (address: string) => void;
  readonly onWrong: (address: string) => void;
}

/** A session for the right password; how fast somebody may try depends on the address. */
export type LogIn = (address: string, candidate: string) => Promise<Session>;

export function logInWith({ password, sessions, attempts, onLogIn, onWrong }: LogInParts): LogIn {
  return async (address, candidate) => {
    if (!password || !sessions) {
      throw new HttpProblem(
        'access_not_configured',
        'No app.access.password is set, so nobody can log in.',
      );
    }
    const wait = password.isBusy ? 1000 : attempts.begin(address);
    // Not a line in the log for each: whoever is told to wait could fill it.
    if (wait > 0) throw tooMany(Math.ceil(wait / 1000));
    if (!(await password.matches(candidate))) {
      onWrong(address);
      throw new HttpProblem('wrong_password', 'The password is wrong.', {
        'www-authenticate': 'Bearer realm="hookline"',
        'cache-control': 'no-store',
      });
    }
    attempts.succeeded(address);
    onLogIn(address);
    return sessions.begin();
  };
}

function tooMany(seconds: number): HttpProblem {
  return new HttpProblem(
    'too_many_attempts',
    `Too many attempts to log in. Try again in ${seconds} s.`,
    { 'retry-after': String(seconds), 'cache-control': 'no-store' },
  );
}
