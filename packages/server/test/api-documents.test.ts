import { readFileSync } from 'node:fs';
import asyncApiSpecs from '@asyncapi/specs';
import { ERRORS } from '@hookline/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
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
  const { paths, tags } = await (await fetch(`${url}/api/openapi.json`)).json();
  expect(tags).toContainEqual({ name: 'archive' });
  expect(tags).toContainEqual({ name: 'privacy' });
  const { parameters, responses } = paths['/api/addresses'].get;
  const names = parameters.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['q', 'number', 'role', 'limit', 'cursor', 'format']);
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
  expect(Object.keys(body.properties)).toEqual(['number', 'suppress']);
  expect(paths['/api/jobs/{reference}'].get.parameters[0]).toMatchObject({ in: 'path' });
});

test('[SE1] /api/openapi.json says which endpoints may want a login', async () => {
  const { url } = await runServer();
  const { paths, components } = await (await fetch(`${url}/api/openapi.json`)).json();
  expect(Object.keys(components.securitySchemes)).toEqual(['session', 'token']);
  const security = [{ session: [] }, { token: [] }, {}];
  expect(paths['/api/webhook/history'].delete).toMatchObject({ security });
  for (const open of ['/healthz', '/api/session'])
    expect(paths[open].get).not.toHaveProperty('security');
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
