import { Readable } from 'node:stream';
import { Problem, pageOf } from '@hookline/contract';
import Type, { type TProperties, type TSchema } from 'typebox';
import type { ItemFormat, PageRequest, TextPage } from '../archive/archive.ts';
import type { App } from '../http/app.ts';
import { type ListName, offeredFormats, offeredTypes, wantedForm } from './export-forms.ts';
import type { Exports } from './exports.ts';
import { MAX_LIMIT, Query } from './query.ts';
import { textChunks } from './text-chunks.ts';

const DEFAULT_LIMIT = 50;

export interface List<Filter> {
  readonly name: ListName;
  readonly url: string;
  readonly summary: string;
  readonly item: TSchema;
  readonly filters: TProperties;
  readonly filterOf: (query: Query) => Filter;
  readonly read: (filter: Filter, page: PageRequest, format: ItemFormat) => Promise<TextPage>;
}

/** `GET` of one list: a page as JSON, or the whole of it as a file. */
export function listRoute<Filter>(app: App, exports: Exports, list: List<Filter>): void {
  const formats = offeredFormats(list.name);
  const parameters = {
    ...list.filters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: `How many at most, up to ${MAX_LIMIT}. A file without a limit has them all.`,
      }),
    ),
    cursor: Type.Optional(
      Type.String({ description: '`next` of the page before, with the same filters.' }),
    ),
    format: Type.Optional(
      Type.Enum(formats, {
        type: 'string',
        description: 'The form of the answer, for links, which cannot set `Accept`. It wins.',
      }),
    ),
  };
  const files = offeredTypes(list.name)
    .slice(1)
    .map((type) => [type, { schema: Type.String() }]);

  app.route({
    method: 'GET',
    url: list.url,
    config: { access: 'reader', personal: true },
    schema: {
      tags: ['archive'],
      summary: list.summary,
      description: 'JSON, or by `Accept` or `format` a file of another type that is streamed.',
      querystring: Type.Object(parameters),
      response: {
        200: {
          description: 'A page.',
          content: {
            'application/json': { schema: pageOf(list.item) },
            ...Object.fromEntries(files),
          },
        },
        '4xx': Problem,
        503: Problem,
      },
    },
    async handler(request, reply) {
      const query = new Query(request.query, Object.keys(parameters));
      const limit = query.limit();
      const cursor = query.cursor();
      const filter = list.filterOf(query);
      const form = wantedForm(list.name, {
        format: query.choice('format', formats),
        accept: request.headers.accept,
      });
      if (!form) {
        const page = await list.read(filter, { limit: limit ?? DEFAULT_LIMIT, cursor }, 'json');
        return reply
          .header('content-type', 'application/json; charset=utf-8')
          .send(Readable.from(textChunks(pageTexts(page))));
      }
      const read = (at: string | undefined) =>
        list.read(filter, { limit: limit ?? MAX_LIMIT, cursor: at }, form.format);
      // Read before anything is sent: what is wrong with the request is still answered as such.
      const first = await read(cursor);
      return exports.send(reply, { form, first, more: limit === undefined ? read : undefined });
    },
  });
}

/** Puts the items together as they are: parsed and written again, a payload would change. */
function* pageTexts({ items, next }: TextPage): Generator<string> {
  let before = '{"items":[';
  for (const item of items) {
    yield before;
    yield item;
    before = ',';
  }
  yield items.length === 0 ? `${before}]` : ']';
  yield `,"next":${JSON.stringify(next)}}`;
}
