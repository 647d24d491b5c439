import type { AccessRight } from '../config/named-secrets.ts';
import type { Admission, Check, Declared, RequestHead } from '../http/gate.ts';
import { HttpProblem } from '../http/problem.ts';
import { bearerOf, type Visitor, type Visitors } from './visitors.ts';

const WELCOME: Admission = { headers: {} };

/** The check of a server whose readers have to say who they are. */
export function readerCheck(visitors: Visitors, { lasting, right }: Declared): Check {
  return (request) => {
    const visitor = visitors.of(request);
    if (!visitor) {
      if (isNavigation(request)) return toLogin(request);
      throw loginRequired(request);
    }
    if (!mayUse(visitor, right)) throw tokenLimited(visitor, right);
    if (lasting) visitors.hold(visitor, request.socket);
    const { session } = visitor;
    if (!session) return WELCOME;
    const renewal = visitors.renew(request, session);
    return renewal === undefined ? WELCOME : { headers: { 'set-cookie': renewal } };
  };
}

/** What only reads has the stream and the figures in it, but gives and changes nothing. */
export function mayUse({ rights }: Visitor, right: AccessRight | undefined): boolean {
  if (rights === undefined) return true;
  if (right === undefined) return false;
  return rights.includes(right) || (right !== 'report' && rights.includes('read'));
}

function tokenLimited({ rights = [] }: Visitor, right: AccessRight | undefined): HttpProblem {
  const needed = right === undefined ? 'app.access.token' : `the right ${right}`;
  return new HttpProblem(
    'token_limited',
    `The token is for ${rights.join(' and ')}; this needs ${needed}.`,
    {
      'www-authenticate': 'Bearer realm="hookline", error="insufficient_scope"',
      'cache-control': 'no-store',
    },
  );
}

/** The check of personal data and of changes, on a server that others reach and nobody closed. */
export const refuseUnconfigured: Check = () => {
  throw new HttpProblem(
    'access_not_configured',
    'Others can reach this server, and nobody has said who may read personal data or change anything. ' +
      'Set app.access.password, app.access.token or app.access.tokens; ' +
      'app.access.open=true lets everyone do both who reaches the server.',
    { 'cache-control': 'no-store' },
  );
};

function loginRequired(request: RequestHead): HttpProblem {
  const [detail, error] =
    bearerOf(request) === undefined
      ? ['Log in at /login, or send app.access.token as a Bearer token.', '']
      : ['The token is wrong.', ', error="invalid_token"'];
  return new HttpProblem('login_required', detail, {
    'www-authenticate': `Bearer realm="hookline"${error}`,
    'cache-control': 'no-store',
  });
}

/** Somebody opens a page, as opposed to a page or a program that asks for data. */
function isNavigation({ method, headers }: RequestHead): boolean {
  const mode = headers['sec-fetch-mode'] ?? 'navigate';
  const wantsPage = /\btext\/html\b/.test(headers.accept ?? '');
  return method === 'GET' && wantsPage && mode === 'navigate';
}

/** The part of the address behind `#` is not sent, and browsers keep it over a redirect. */
function toLogin({ url = '/' }: RequestHead): Admission {
  const next = url === '/' ? '' : `?next=${encodeURIComponent(url)}`;
  return { headers: { 'cache-control': 'no-store' }, redirect: `/login${next}` };
}
