import { CourierList, CourierView } from '@hookline/contract';
import Type from 'typebox';
import type { ArchiveReader } from '../archive/archive.ts';
import { type App, HttpProblem } from '../http/app.ts';
import { JSON_HEADERS } from './downloads.ts';
import { Query } from './query.ts';

const NO_PARAMETERS = Type.Object({});

/** Who drives: how each courier is, and what there is to do. */
export function courierRoutes(app: App, archive: ArchiveReader): void {
  const config = { access: 'reader', personal: true } as const;
  const tags = ['archive'];

  app.route({
    method: 'GET',
    url: '/api/couriers',
    config,
    schema: {
      tags,
      summary: 'Every courier with state, vehicle, open jobs and last sign of life',
      description:
        'Couriers by their addresses, and those whom only open jobs name. A job belongs to the courier with its phone line, else with its id for the courier, else with its name, if only one has it.',
      response: { 200: CourierList },
    },
    async handler({ query }, reply) {
      new Query(query, NO_PARAMETERS);
      return reply.headers(JSON_HEADERS).send(await archive.couriers());
    },
  });

  app.route({
    method: 'GET',
    url: '/api/couriers/:id',
    config,
    schema: {
      tags,
      summary: 'A courier with its open jobs',
      params: Type.Object({ id: Type.String({ description: 'As the list names it.' }) }),
      response: { 200: CourierView },
    },
    async handler({ params }, reply) {
      const json = await archive.courier(params.id);
      if (json === undefined) {
        throw new HttpProblem('not_found', 'The archive has no such courier.');
      }
      return reply.headers(JSON_HEADERS).send(json);
    },
  });
}
