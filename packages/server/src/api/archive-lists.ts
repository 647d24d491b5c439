import {
  Address,
  AddressFilter,
  ArchivedEvent,
  Call,
  CallFilter,
  Count,
  EventFilter,
  Job,
  JobFilter,
  pageOf,
} from '@hookline/contract';
import Type, { type TObject, type TSchema } from 'typebox';
import type { ArchiveReader } from '../archive/archive.ts';
import { MAX_COLUMNS } from '../archive/engine/lists/excel-sheet.ts';
import type { ItemFormat, PageRequest, TextPage } from '../archive/engine/lists/page.ts';
import { type App, describing } from '../http/app.ts';
import { type Downloads, JSON_HEADERS, listItems, type Texts } from './downloads.ts';
import {
  type ExportForm,
  type ListName,
  offeredFormats,
  offeredTypes,
  sheetForm,
  wantedForm,
} from './export-forms.ts';
import { MAX_LIMIT, Query } from './query.ts';

const about = describing('archive', { access: 'reader', personal: true });
const DEFAULT_LIMIT = 50;
const NDJSON = Type.String({ title: 'NdjsonFile', description: 'Each item as JSON on a line.' });
/** What each other form of a list is. */
const FILES: Readonly<Record<string, TSchema>> = {
  'text/csv': Type.String({ title: 'CsvFile', description: 'A line of names, a line an item.' }),
  'text/vcard': Type.String({ title: 'VcardFile', description: 'A card (RFC 6350) an item.' }),
};

interface List {
  readonly name: ListName;
  readonly url: string;
  readonly summary: string;
  readonly item: TSchema;
  readonly filter: TObject;
}

/** Each narrows by its own filter, which is checked by then. */
type Reading = Record<
  ListName,
  (filter: object, page: PageRequest, format: ItemFormat) => Promise<TextPage>
>;

type ReadPage = (limit: number, cursor: string | undefined) => Promise<TextPage>;

export interface ListRoutesOptions {
  readonly downloads: Downloads;
  /** Of the office, whose times stand in what is made for people. */
  readonly timeZone: string;
}

const LISTS: readonly List[] = [
  {
    name: 'addresses',
    url: '/api/addresses',
    summary: 'Addresses, newest first',
    item: Address,
    filter: AddressFilter,
  },
  {
    name: 'calls',
    url: '/api/calls',
    summary: 'Calls, each once and in its current state, newest first',
    item: Call,
    filter: CallFilter,
  },
  {
    name: 'jobs',
    url: '/api/jobs',
    summary: 'Jobs as they are now, the one changed last first',
    item: Job,
    filter: JobFilter,
  },
  {
    name: 'events',
    url: '/api/archive/events',
    summary: 'Every event ever accepted, newest first',
    item: ArchivedEvent,
    filter: EventFilter,
  },
];

/** The lists of the archive, and how many items each has. */
export function archiveListRoutes(
  app: App,
  archive: ArchiveReader,
  options: ListRoutesOptions,
): void {
  for (const list of LISTS) {
    countRoute(app, archive, list);
    listRoute(app, archive, options, list);
  }
}

/** Beside the list and not below it: there a job may be called `count`. */
function countRoute(app: App, archive: ArchiveReader, list: List): void {
  app.get(
    `/api/archive/counts/${list.name}`,
    about(`How many items \`${list.url}\` has, counted up to 1,000`, {
      querystring: list.filter,
      response: { 200: Count },
    }),
    async (request, reply) => {
      const filter = new Query(request.query, list.filter).filter(list.filter);
      return reply.headers(JSON_HEADERS).send(await archive.count(list.name, filter));
    },
  );
}

/** `GET` of one list: a page as JSON, or the whole of it as a file. */
function listRoute(
  app: App,
  archive: ArchiveReader,
  { downloads, timeZone }: ListRoutesOptions,
  list: List,
): void {
  const formats = offeredFormats(list.name);
  const parameters = Type.Object({
    ...list.filter.properties,
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
        description:
          'The form of the answer, for links, which cannot set `Accept`. It wins. `excel` is CSV as German Excel reads it, with a column for each field.',
      }),
    ),
  });
  const files = offeredTypes(list.name)
    .slice(1)
    .map((type) => [type, { schema: FILES[type] ?? NDJSON }]);

  app.get(
    list.url,
    about(list.summary, {
      description: 'JSON, or by `Accept` or `format` a file of another type that is streamed.',
      querystring: parameters,
      response: {
        200: {
          description: 'A page.',
          content: {
            'application/json': { schema: pageOf(list.item) },
            ...Object.fromEntries(files),
          },
        },
      },
    }),
    async (request, reply) => {
      const query = new Query(request.query, parameters);
      const limit = query.limit();
      const cursor = query.cursor();
      const filter = query.filter(list.filter);
      const wanted = wantedForm(list.name, {
        format: query.choice('format', formats),
        accept: request.headers.accept,
      });
      const readAs = (format: ItemFormat) => (limited: number, at: string | undefined) =>
        (archive as Reading)[list.name](filter, { limit: limited, cursor: at }, format);
      if (!wanted) {
        const page = readAs('json')(limit ?? DEFAULT_LIMIT, cursor);
        return downloads.send(reply, JSON_HEADERS, pageTexts(page));
      }
      const form =
        wanted === 'excel'
          ? sheetForm(list.name, {
              columns: await sheetColumns(pagesOf(readAs('fields'), limit, cursor)),
              timeZone,
            })
          : wanted;
      const pages = pagesOf(readAs(form.format), limit, cursor);
      return downloads.send(reply, form.headers, fileTexts(form, pages));
    },
  );
}

async function* pageTexts(page: Promise<TextPage>): AsyncGenerator<Texts> {
  const { items, next } = await page;
  yield ['{"items":[', ...listItems(items, true), `],"next":${JSON.stringify(next)}}`];
}

/** The pages of a list from the cursor on, with so many items of it together at most. */
async function* pagesOf(
  read: ReadPage,
  limit = Number.POSITIVE_INFINITY,
  cursor: string | undefined,
): AsyncGenerator<readonly string[]> {
  let left = limit;
  let at: string | null | undefined = cursor;
  while (at !== null && left > 0) {
    const { items, next }: TextPage = await read(Math.min(left, MAX_LIMIT), at);
    yield items;
    left -= items.length;
    at = next;
  }
}

async function* fileTexts(
  form: ExportForm,
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<Texts> {
  let head = [form.head];
  for await (const items of pages) {
    yield [...head, ...items.map(form.line)];
    head = [];
  }
}

/**
 * A table says its columns before its first line, so the list is looked at before it is written:
 * so many pages of it, whatever its length. What only older items have stands in the last column.
 */
const PAGES_LOOKED_AT = 4;

/** The names of the fields in the first pages of a list, in the order in which they turn up. */
async function sheetColumns(pages: AsyncIterable<readonly string[]>): Promise<readonly string[]> {
  const names = new Set<string>();
  let looked = 0;
  for await (const items of pages) {
    for (const item of items) for (const name of JSON.parse(item)) names.add(name);
    if (++looked === PAGES_LOOKED_AT) break;
  }
  return [...names].slice(0, MAX_COLUMNS);
}
