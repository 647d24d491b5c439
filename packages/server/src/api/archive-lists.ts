import { Problem, pageOf } from '@hookline/contract';
import Type, { type TProperties, type TSchema } from 'typebox';
import type { ItemFormat, PageRequest, TextPage } from '../archive/archive.ts';
import type { App } from '../http/app.ts';
import { type Downloads, JSON_HEADERS, listItems, type Texts } from './downloads.ts';
import {
  type ExportForm,
  type ListName,
  offeredFormats,
  offeredTypes,
  wantedForm,
} from './export-forms.ts';
import { MAX_LIMIT, Query } from './query.ts';

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
export function listRoute<Filter>(app: App, downloads: Downloads, list: List<Filter>): void {
  const formats = offeredFormats(list.name);
  const parameters = {
    ...list.filters,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: `How many at most, up to ${MAX_LIMIT}; a page of large items has fewer, and a next one. A file without a limit has them all.`,
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
      const read = (limited: number, at: string | undefined) =>
        list.read(filter, { limit: limited, cursor: at }, form?.format ?? 'json');
      if (!form) {
        return downloads.send(reply, JSON_HEADERS, pageTexts(read(limit ?? DEFAULT_LIMIT, cursor)));
      }
      return downloads.send(reply, form.headers, fileTexts(form, read, limit, cursor));
    },
  });
}

async function* pageTexts(page: Promise<TextPage>): AsyncGenerator<Texts> {
  const { items, next } = await page;
  yield ['{"items":[', ...listItems(items, true), `],"next":${JSON.stringify(next)}}`];
}

/** The whole list from the cursor on, or so many items of it, however many pages they take. */
async function* fileTexts(
  form: ExportForm,
  read: (limit: number, cursor: string | undefined) => Promise<TextPage>,
  limit: number | undefined,
  cursor: string | undefined,
): AsyncGenerator<Texts> {
  let left = limit ?? Number.POSITIVE_INFINITY;
  let head = [form.head];
  let at: string | null | undefined = cursor;
  while (at !== null && left > 0) {
    const page: TextPage = await read(Math.min(left, MAX_LIMIT), at);
    yield [...head, ...page.items.map(form.line)];
    head = [];
    left -= page.items.length;
    at = page.next;
  }
}
