import type { SenderSignature } from '../config/named-secrets.ts';
import type { Config } from '../config/properties.ts';
import { senderNames } from '../config/senders.ts';
import type { Finding } from './finding.ts';

/** Fewer can be tried out. */
const SHORTEST = 16;
/** Of so few different characters no token is made by chance. */
const FEWEST_CHARACTERS = 6;

/** Who may send, and which of their tokens somebody could guess. Says no token, nor a part of one. */
export function checkSenders(config: Config): readonly Finding[] {
  const { 'app.webhook.senders': all, 'app.webhook.signatures': signed } = config;
  const token = config['app.webhook.token'];
  const own = token === undefined ? undefined : doubtIn(token);
  return [
    ...(all === undefined ? [] : [listed(senderNames(all), all.length)]),
    ...(signed === undefined ? [] : [signing(signed)]),
    ...(all ?? []).flatMap(({ name, token: given }): Finding[] => {
      const doubt = doubtIn(given);
      return doubt === undefined
        ? []
        : [
            {
              state: 'wrong',
              text: `the token of ${name} ${doubt}; openssl rand -hex 24 makes one`,
            },
          ];
    }),
    // It was good enough before there were senders, so it is no mistake now.
    ...(own === undefined ? [] : [{ state: 'note', text: `app.webhook.token ${own}` } as const]),
  ];
}

/** What is watched, and what could never be told. */
export function checkSilence(config: Config): readonly Finding[] {
  const limits = Object.entries(config['app.webhook.silence'] ?? {});
  const hours = config['app.webhook.silence-hours'];
  const longest = Math.max(...(hours ?? []).map(({ from, until }) => until - from));
  return limits.map(([name, limit]): Finding => {
    const minutes = limit / 60_000;
    return hours && minutes > longest && !isAroundTheClock(hours)
      ? {
          state: 'wrong',
          text: `${name} may be silent for ${minutes} minutes, longer than the office is open at a time: nothing would ever be told`,
        }
      : { state: 'ok', text: `${name} is told of after ${minutes} minutes` };
  });
}

/** Stretches that touch at midnight are one, and how long together is not worth working out. */
function isAroundTheClock(hours: readonly { readonly from: number; readonly until: number }[]) {
  return hours.some(({ from, until }) => from === 0 || until >= 24 * 60);
}

function listed(names: readonly string[], tokens: number): Finding {
  const changing = tokens - names.length;
  const note = changing === 0 ? '' : `; ${changing} of them with an old and a new token`;
  return { state: 'ok', text: `${names.length}: ${names.join(', ')}${note}` };
}

function signing(signed: readonly SenderSignature[]): Finding {
  const ways = new Set(signed.map(({ name, scheme }) => `${name} as ${scheme}`));
  return { state: 'ok', text: `known by what they sign: ${[...ways].join(', ')}` };
}

function doubtIn(token: string): string | undefined {
  if (token.length < SHORTEST) return `is short: ${token.length} characters, at least ${SHORTEST}`;
  return new Set(token).size < FEWEST_CHARACTERS ? 'repeats a few characters' : undefined;
}
