import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import asyncApiSpecs from '@asyncapi/specs';
import { ERRORS, KEY_HEADERS, SIGNATURE_HEADERS, TOPIC_HEADERS } from '@hookline/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { runServer } from './support/running-server.ts';

test('[OB] /api/openapi.json is valid OpenAPI 3.1 and has every documented route', async () => {
  const { url, server } = await runServer();
  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  expect(document.openapi).toBe('3.1.0');
  expect(await new Validator().validate(document)).toEqual({ valid: true });
  const missing = [...server.routes]
    .filter(
      ({ url: path }) => path.startsWith('/api/') || path.endsWith('z') || path === '/metrics',
    )
    .map((route) => ({ ...route, url: route.url.replace(/:(\w+)/g, '{$1}') }))
    .filter(
      ({ url: path, method }) => method !== 'HEAD' && !document.paths[path]?.[method.toLowerCase()],
    );
  expect(missing).toEqual([]);
});

/** `GET /path: readers`, for each that the table in docs/api.md has. */
function endpointsInManual(): string[] {
  const manual = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');
  const [, table = ''] = /<!-- endpoints -->\n(.*?)<!-- \/endpoints -->/s.exec(manual) ?? [];
  return [...table.matchAll(/^\| (`.+?`) \| (\w+) \|/gm)].flatMap(([, cell = '', who]) => {
    const methods: string[] = [];
    return [...cell.matchAll(/`([A-Z]*) ?(\/\S*)?`/g)].flatMap(([, method, path]) => {
      if (method) methods.push(method);
      return path === undefined ? [] : methods.map((each) => `${each} ${path}: ${who}`);
    });
  });
}

test('[OB] [SE1] docs/api.md has every endpoint, and who may use it', async () => {
  const { url, server } = await runServer();
  const { paths } = await (await fetch(`${url}/api/openapi.json`)).json();
  const who = { intake: 'senders', reader: 'readers', open: 'anybody' } as const;
  const documented = [...server.routes]
    .map((route) => ({ ...route, url: route.url.replace(/:(\w+)/g, '{$1}') }))
    .filter(({ url: path, method }) => method !== 'HEAD' && path in paths)
    .map(({ method, url: path, access }) => `${method} ${path}: ${who[access]}`);
  expect(endpointsInManual().sort()).toEqual(documented.sort());
});

test('[OB] /api/openapi.json describes the parameters and forms of the archive', async () => {
  const { url } = await runServer();
  const { paths, tags, components } = await (await fetch(`${url}/api/openapi.json`)).json();
  const named = tags.map(({ name }: { name: string }) => name);
  expect(named).toEqual(expect.arrayContaining(['archive', 'privacy']));
  const { parameters, responses } = paths['/api/addresses'].get;
  const names = parameters.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['q', 'number', 'role', 'sort', 'limit', 'cursor', 'format']);
  const formats = (path: string) =>
    paths[path].get.parameters.find(({ name }: { name: string }) => name === 'format').schema.enum;
  expect(formats('/api/addresses')).toEqual(['json', 'csv', 'ndjson', 'vcard', 'excel']);
  expect(formats('/api/archive/events')).toEqual(['json', 'csv', 'ndjson', 'excel']);
  expect(Object.keys(responses['200'].content)).toEqual([
    'application/json',
    'text/csv',
    'application/x-ndjson',
    'application/ndjson',
    'text/vcard',
  ]);
  expect(Object.keys(paths['/api/calls'].get.responses['200'].content)).not.toContain('text/vcard');
  const body = paths['/api/privacy/erase'].post.requestBody.content['application/json'].schema;
  expect(body).toEqual({ $ref: '#/components/schemas/Erasure' });
  expect(Object.keys(components.schemas.Erasure.properties)).toEqual(['number', 'suppress']);
  expect(paths['/api/jobs/{reference}'].get.parameters[0]).toMatchObject({ in: 'path' });
});

test('[SE1] /api/openapi.json says which endpoints may want a login', async () => {
  const { url } = await runServer();
  const { paths, components } = await (await fetch(`${url}/api/openapi.json`)).json();
  expect(Object.keys(components.securitySchemes)).toEqual([
    'session',
    'token',
    'webhookToken',
    'webhookTokenHeader',
    'webhookTokenQuery',
  ]);
  const security = [{ session: [] }, { token: [] }, {}];
  expect(paths['/api/webhook/history'].delete).toMatchObject({ security });
  for (const open of ['/healthz', '/api/session'])
    expect(paths[open].get).not.toHaveProperty('security');
});

type Json = Readonly<Record<string, unknown>>;
type Content = Readonly<Record<string, { readonly schema: Json }>>;
interface Told {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly security?: readonly Json[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

/** With all that only a profile has. */
async function everything() {
  const { url } = await runServer({ 'app.profiles': ['mock'] });
  const document = await (await fetch(`${url}/api/openapi.json`)).json();
  const paths: Record<string, Record<string, Told>> = document.paths;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, told]) => ({ ...told, place: `${method} ${path}` })),
  );
  return { document, paths, operations };
}

test('[OP4] redocly finds no error, and no warning but of the socket', async () => {
  const { document } = await everything();
  const folder = mkdtempSync(join(tmpdir(), 'hookline-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  const command = join(import.meta.dirname, '../../../node_modules/@redocly/cli/bin/cli.js');
  const lint = spawnSync('node', [command, 'lint', 'openapi.json', '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  const { problems }: { problems: { message: string; location: { pointer: string }[] }[] } =
    JSON.parse(lint.stdout);
  const told = problems.map(({ message, location }) => `${location[0]?.pointer}: ${message}`);
  // A socket that is open is 101.
  const twoHundred = '#/paths/~1ws/get/responses: Operation must have at least one `2XX` response.';
  expect(told, lint.stderr).toEqual([twoHundred]);
});

test('[OP4] every operation has an id of its own, and every body of objects a named schema', async () => {
  const { document, operations } = await everything();
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['postWebhookJobs', 'patchCallsById', 'getCalls']));
  const bodies = operations.flatMap(({ place, requestBody, responses }) =>
    [requestBody, ...Object.values(responses)].flatMap((body) =>
      Object.entries(body?.content ?? {}).map(([type, { schema }]) => ({ place, type, schema })),
    ),
  );
  const unnamed = bodies.filter(({ schema }) => {
    const { $ref } = (schema['items'] ?? schema) as { readonly $ref?: string };
    return $ref === undefined && schema['type'] !== 'string';
  });
  expect(unnamed).toEqual([]);
  // No name is left standing where it was.
  expect(JSON.stringify(document.paths)).not.toMatch(/"title":"/);
  const calls = operations.find(({ operationId }) => operationId === 'getCalls');
  const content = Object.values(calls?.responses['200']?.content ?? {});
  expect(content.map(({ schema }) => String(schema['$ref']).split('/').at(-1))).toEqual([
    'CallPage',
    'CsvFile',
    'NdjsonFile',
    'NdjsonFile',
  ]);
});

test('[OP4] webhooks declare what may stand in their headers, and how they are let in', async () => {
  const { paths } = await everything();
  for (const url of ['', '/kunden', '/kuriere', '/jobs']) {
    const { parameters = [], security } = paths[`/api/webhook${url}`]?.['post'] ?? {};
    const headers = parameters.filter((each) => each.in === 'header').map(({ name }) => name);
    expect(headers).toEqual(
      expect.arrayContaining([
        ...Object.keys(KEY_HEADERS),
        ...Object.values(SIGNATURE_HEADERS),
        ...TOPIC_HEADERS,
      ]),
    );
    expect(security).toEqual([
      { webhookToken: [] },
      { webhookTokenHeader: [] },
      { webhookTokenQuery: [] },
      {},
    ]);
  }
});

test('[OB] /api/asyncapi.json is valid AsyncAPI 3.0 and has every message', async () => {
  const { url } = await runServer();
  const document = await (await fetch(`${url}/api/asyncapi.json`)).json();
  const schema: object = asyncApiSpecs.schemasWithoutId['3.0.0'];
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  const validate = ajv.compile(schema);
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(Object.keys(document.channels.events.messages)).toEqual([
    'event',
    'hello',
    'heartbeat',
    'cleared',
    'changed',
    'erased',
    'busy',
  ]);
});

test('[OB] /docs is readable without script and explains every error', async () => {
  const { url } = await runServer();
  const answer = await fetch(`${url}/docs`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).not.toContain('unsafe');
  const html = await answer.text();
  expect(html).not.toMatch(/<script|https?:\/\/|style="/);
  for (const code of Object.keys(ERRORS)) expect(html).toContain(`id="${code}"`);
  for (const path of ['/api/webhook/kunden', '/api/webhook/events', '/readyz']) {
    expect(html).toContain(path);
  }
});
