import type { Rejection } from '@hookline/contract';
import { type HttpProblem, pathOf } from '../http/app.ts';
import type { Clients } from '../http/clients.ts';
import type { RequestHead } from '../http/gate.ts';
import { shownPath } from './rejections.ts';
import type { IntakeOptions } from './routes.ts';

export interface RefusalParts extends Pick<IntakeOptions, 'known' | 'owners'> {
  readonly clients: Pick<Clients, 'addressOf'>;
  readonly secrets: () => readonly string[];
  readonly now: () => number;
  readonly onRefused: (problem: HttpProblem, request: RequestHead, sender: string | null) => void;
  /** It is worth being shown. */
  readonly onNews: (rejection: Rejection) => void;
}

/** What is done about a webhook that was refused. */
export function refusals(
  parts: RefusalParts,
): (problem: HttpProblem, request: RequestHead, bytes: number) => void {
  const { known, owners, clients, secrets, now, onRefused, onNews } = parts;
  return (problem, request, bytes) => {
    const senderName = owners.get(request)?.owner ?? nameOf(problem, request);
    onRefused(problem, request, senderName);
    if (!problem.isNews) return;
    onNews({
      at: new Date(now()).toISOString(),
      path: shownPath(pathOf(request), secrets()),
      status: problem.status,
      code: problem.code,
      bytes,
      sender: clients.addressOf(request),
      senderName,
    });
  };

  /** The rate is judged before the token; once it is refused, its owner is worth a look. */
  function nameOf({ code, isNews }: HttpProblem, request: RequestHead): string | null {
    if (code !== 'rate_limited' || !isNews) return null;
    try {
      return known.ownerOf(request) ?? null;
    } catch {
      return null;
    }
  }
}

export function isWebhook(request: RequestHead): boolean {
  return request.method === 'POST' && /^\/api\/webhook(\/|$)/.test(pathOf(request));
}
