import { Accepted, AddressEntry } from '@hookline/contract';
import Type from 'typebox';
import type { Archive } from '../archive/archive.ts';
import { type App, describing, HttpProblem } from '../http/app.ts';
import { readBody } from '../http/body.ts';
import { isAs } from '../http/json-body.ts';
import { checkedJsonInTurns } from '../http/json-text.ts';
import { kept } from '../http/kept.ts';
import { plainDesk } from './desk-names.ts';
import type { LogEvent } from './log-event.ts';

const about = describing('archive', { access: 'reader', personal: true, right: 'report' });

/** What the home pages report: the phone book they see, and the calls. */
export function archiveReportRoutes(
  app: App,
  archive: Archive,
  maxBytes: number,
  logEvent: LogEvent,
): void {
  const kinds = [
    {
      url: '/api/addresses',
      kind: 'addresses' as const,
      done: 'addresses reported',
      summary: 'Report addresses of a phone book',
      title: 'AddressReport',
      body: 'One address, a list, or `{"addresses":[…]}`.',
      querystring: AddressEntry,
      report: (json: Buffer, query: unknown) => archive.reportAddresses(json, deskIn(query)),
    },
    {
      url: '/api/calls',
      kind: 'calls' as const,
      done: 'calls reported',
      summary: 'Report the state of calls',
      title: 'CallReports',
      body: 'One call report, a list, or `{"calls":[…]}`. `callId` with `startedAt` names the call.',
      querystring: Type.Object({}),
      report: (json: Buffer) => archive.reportCalls(json),
    },
  ];
  for (const { url, kind, summary, title, body, querystring, report, done } of kinds) {
    app.post(
      url,
      about(summary, {
        description: 'The content type does not matter. The answer does not wait for the database.',
        body: Type.Unknown({ title, description: body }),
        querystring,
        response: { 202: Accepted },
      }),
      async (request, reply) => {
        const json = await checkedJsonInTurns(await readBody(request.raw, maxBytes));
        const accepted = await archive.countReport(kind, json);
        report(json, request.query);
        await kept(archive);
        logEvent(request.raw, { ...accepted }, done);
        return reply.code(202).send(accepted);
      },
    );
  }
}

/** The desk at which addresses were entered, if they were. */
function deskIn(query: unknown): string | undefined {
  const { by } = query as { readonly by?: unknown };
  if (by === undefined) return undefined;
  const entry = { by };
  if (!isAs(AddressEntry, entry) || entry.by === undefined) {
    throw new HttpProblem('bad_request', 'by must name a desk: up to 64 characters on one line.');
  }
  return plainDesk(entry.by);
}
