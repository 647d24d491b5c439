import { Erased, PersonalData, Problem } from '@hookline/contract';
import Type from 'typebox';
import type { Archive } from '../archive/archive.ts';
import type { App } from '../http/app.ts';
import { readObject } from '../http/json-body.ts';

const number = Type.String({ minLength: 1, description: 'A phone number in any spelling.' });
const Subject = Type.Object({ number }, { additionalProperties: false });
const Erasure = Type.Object(
  {
    number,
    suppress: Type.Optional(
      Type.Boolean({ description: 'Keep it from coming back with the next report.' }),
    ),
  },
  { additionalProperties: false },
);

export interface PrivacyOptions {
  readonly archive: Archive;
  readonly maxBytes: number;
  readonly redactHistory: (number: string) => Promise<void>;
}

/**
 * What a person may ask for by law. The number stands in the body, because an address of a
 * request ends up in the logs of proxies.
 */
export function privacyRoutes(
  app: App,
  { archive, maxBytes, redactHistory }: PrivacyOptions,
): void {
  app.route({
    method: 'POST',
    url: '/api/privacy/export',
    config: { access: 'reader', personal: true },
    schema: {
      tags: ['privacy'],
      summary: 'Everything held about a phone number',
      body: Subject,
      response: { 200: PersonalData, '4xx': Problem, 503: Problem },
    },
    async handler(request, reply) {
      const { number } = await readObject(request.raw, maxBytes, Subject);
      const json = await archive.exportNumber(number);
      return reply.header('content-type', 'application/json; charset=utf-8').send(json);
    },
  });

  app.route({
    method: 'POST',
    url: '/api/privacy/erase',
    config: { access: 'reader', personal: true },
    schema: {
      tags: ['privacy'],
      summary: 'Erase everything held about a phone number',
      body: Erasure,
      response: { 200: Erased, '4xx': Problem, 503: Problem },
    },
    async handler(request, reply) {
      const { number, suppress = false } = await readObject(request.raw, maxBytes, Erasure);
      // First, so that it is gone from here although the database may be away.
      await redactHistory(number);
      return reply.send(await archive.eraseNumber(number, suppress));
    },
  });
}
