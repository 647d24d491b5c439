import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, hidden } from '../http/app.ts';
import { readBody } from '../http/body.ts';
import { escaped, fileRoutes, languageFor, sendPage } from '../http/page.ts';
import { HttpProblem } from '../http/problem.ts';
import { MOST_BODY_BYTES, type SessionRoutesParts, withCookie } from './session-routes.ts';

export interface LoginRoutesParts extends SessionRoutesParts {
  /** `app.server.public-url` where that is encrypted and the server itself is not. */
  readonly secureUrl: string | undefined;
  /** An error was answered as a page instead of in the form of all others. */
  readonly onProblem: (problem: HttpProblem) => void;
}

/** `/login`: the page, and what its form sends. */
export function loginRoutes(app: App, parts: LoginRoutesParts): void {
  const { isClosed, hasPassword, secureUrl, logIn, visitors, addressOf, onProblem } = parts;

  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    next: string,
    problem?: LoginView['problem'],
  ) => {
    const language = languageFor(request.headers['accept-language'], LANGUAGES) ?? 'de';
    const page = loginPage({ language, next, hasPassword, secureUrl, problem });
    // Without a referrer browsers hide the origin of a form, and it would pass for a foreign one.
    return sendPage(reply.header('referrer-policy', 'same-origin'), page);
  };

  app.get('/login', hidden('open'), (request, reply) => {
    const next = returnPath((request.query as Record<string, unknown>)['next']);
    const isIn = !isClosed || visitors.of(request.raw) !== undefined;
    return isIn ? goTo(reply, next) : send(request, reply, next);
  });

  app.post('/login', hidden('open'), async (request, reply) => {
    const { raw } = request;
    const fields = new URLSearchParams((await readBody(raw, MOST_BODY_BYTES)).toString());
    const next = returnPath(fields.get('next'));
    if (!isClosed) return goTo(reply, next);
    try {
      const session = await logIn(addressOf(raw), fields.get('password') ?? '');
      return goTo(withCookie(reply, parts, session), next);
    } catch (error) {
      const problem = shownProblem(error);
      if (!problem || !(error instanceof HttpProblem)) throw error;
      onProblem(error);
      reply.code(error.status).headers(error.headers);
      return send(request, reply, next, problem);
    }
  });

  fileRoutes(app, new URL('./pages/', import.meta.url), {
    'login.css': { type: 'text/css; charset=utf-8', access: 'open' },
    'login.js': { type: 'text/javascript; charset=utf-8', access: 'open' },
  });
}

function goTo(reply: FastifyReply, path: string): FastifyReply {
  return reply.code(303).header('location', path).header('cache-control', 'no-store').send();
}

/** What the page has words for. */
function shownProblem(error: unknown): LoginView['problem'] {
  if (!(error instanceof HttpProblem)) return undefined;
  if (error.code === 'wrong_password') return 'wrong';
  if (error.code !== 'too_many_attempts') return undefined;
  return { waitSeconds: Number(error.headers['retry-after']) };
}

const ELSEWHERE = 'http://nowhere.invalid';
const LOGIN = /^\/(?:login|api\/session)(?:[/?#]|$)/;

/**
 * Where to go after the login. Only a path of this server: with anything else a link to our login
 * page could lead to a page of somebody else that looks like ours and asks for the password again.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/';
  // Browsers read `/\`, and a tab between two slashes, as the beginning of a host.
  const url = URL.parse(wanted, ELSEWHERE);
  if (url?.origin !== ELSEWHERE) return '/';
  const path = url.pathname + url.search + url.hash;
  // `/..//elsewhere` is a path of ours until it is written without the dots.
  return path.startsWith('//') || LOGIN.test(path) ? '/' : path;
}

interface LoginView {
  readonly language: Language;
  /** Where to go afterwards. */
  readonly next: string;
  readonly hasPassword: boolean;
  /** The only address at which the cookie is taken, if there is such a one. */
  readonly secureUrl: string | undefined;
  readonly problem?: 'wrong' | { readonly waitSeconds: number } | undefined;
}

/** A form that works without script and that password managers know how to fill. */
function loginPage(view: LoginView): string {
  const t = LOGIN_TEXTS[view.language];
  return `<!doctype html>
<html lang="${view.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${t.title} · Hookline</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/login.css">
<script src="/assets/login.js" defer></script>
</head>
<body>
<main>
<header><img src="/assets/icon.svg" alt="" width="40" height="40"><h1>Hookline</h1></header>
${view.hasPassword ? form(view) : `<p>${t.noPassword}</p>`}
</main>
</body>
</html>
`;
}

function form({ language, next, secureUrl, problem }: LoginView): string {
  const t = LOGIN_TEXTS[language];
  const waitSeconds = typeof problem === 'object' ? problem.waitSeconds : 0;
  const text = problem === 'wrong' ? t.wrong : waitSeconds > 0 ? t.wait(waitSeconds) : undefined;
  const invalid = text === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return `<form method="post" action="/login" data-wait="${waitSeconds}">
${secureUrl === undefined ? '' : `<p class="problem" id="insecure" hidden>${t.insecure} <a href="${escaped(secureUrl)}">${escaped(secureUrl)}</a></p>`}
<input type="hidden" name="next" value="${escaped(next)}">
<input name="username" autocomplete="username" value="Hookline" hidden>
<label for="password">${t.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${invalid}>
${text === undefined ? '' : `<p class="problem" id="problem" role="alert">${text}</p>`}
<button>${t.logIn}</button>
<p class="hint">${t.forgotten}</p>
</form>`;
}

/** What the login page says. */
const LOGIN_TEXTS = {
  de: {
    title: 'Anmelden',
    password: 'Passwort',
    logIn: 'Anmelden',
    wrong: 'Das Passwort stimmt nicht. Groß- und Kleinschreibung zählt.',
    wait: (seconds: number) =>
      `Zu viele Versuche. In ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} geht es wieder.`,
    noPassword:
      'Auf diesem Server ist kein Passwort eingerichtet (app.access.password). Nur Programme mit dem Token können hier lesen.',
    insecure: 'Die Anmeldung geht nur über eine verschlüsselte Verbindung:',
    forgotten: 'Vergessen? Wer den Server betreut, kann ein neues setzen.',
  },
  en: {
    title: 'Log in',
    password: 'Password',
    logIn: 'Log in',
    wrong: 'The password is wrong. Upper and lower case matter.',
    wait: (seconds: number) =>
      `Too many attempts. Try again in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`,
    noPassword:
      'This server has no password (app.access.password). Only programs with the token can read here.',
    insecure: 'Logging in works only over an encrypted connection:',
    forgotten: 'Forgotten? Whoever runs the server can set a new one.',
  },
};

type Language = keyof typeof LOGIN_TEXTS;

const LANGUAGES = Object.keys(LOGIN_TEXTS) as Language[];
