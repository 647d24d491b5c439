import asyncApiSpecs from '@asyncapi/specs';
import type { AddressCache } from '@hookline/contract';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { STOCK } from '../../../src/telephony/systems/mock/stock.ts';
import { runMock, TOLD_STOCK } from '../telephony-client.ts';

test.each(['DELETE', 'POST'])('[TE3] %s clears the address cache', async (method) => {
  const { url, connect } = await runMock();
  const client = await connect();
  const path = `${url}/api/mock/address-cache`;
  const read = async () => (await fetch(path)).json() as Promise<AddressCache>;
  expect(await read()).toMatchObject({
    state: 'filled',
    count: STOCK.length,
    addresses: TOLD_STOCK,
  });

  const cleared = await fetch(path, { method });
  expect(cleared.status).toBe(204);
  expect(await cleared.text()).toBe('');
  const empty = { state: 'empty', count: 0, updatedAt: expect.any(String) };
  expect(await read()).toEqual({ ...empty, addresses: [] });
  expect(await client.result('addressCache')).toEqual({ ...empty, addresses: [] });
  expect(await client.frame(({ event }) => event === 'addressCache.changed')).toMatchObject({
    seq: 2,
    data: empty,
  });
  expect((await connect()).frames[0]).toMatchObject({ data: { addressCache: empty } });
  // The second way still works.
  expect(await client.result('addresses')).toMatchObject({ total: STOCK.length });

  expect((await fetch(`${path}/fill`, { method: 'POST' })).status).toBe(204);
  expect(await read()).toMatchObject({ state: 'filled', count: STOCK.length });
  await client.frame(({ data }) => (data as AddressCache | undefined)?.state === 'filled');
});

test('[TE3] the switch turns the command addresses off and on', async () => {
  const { url, connect } = await runMock();
  const client = await connect();
  const put = (body: string) => fetch(`${url}/api/mock/switches`, { method: 'PUT', body });
  const off = await put('{"addresses":false}');
  expect(off.status).toBe(200);
  expect(await off.json()).toEqual({ addresses: false, pickUp: true });
  expect((await client.ask('addresses')).error?.code).toBe('unavailable');
  expect(await client.result('address', { index: 1 })).toEqual({ address: TOLD_STOCK[0] });
  expect(await (await fetch(`${url}/api/mock/switches`)).json()).toMatchObject({
    addresses: false,
  });
  await put('{"addresses":true}');
  expect(await client.result('addresses')).toMatchObject({ total: STOCK.length });
  for (const body of ['{"addresses":1}', '{"adresses":false}', '[]', 'x', '']) {
    expect((await put(body)).status, body).toBe(400);
  }
});

test('[TE6] the stock can be read over HTTP, one entry by its number in any spelling', async () => {
  const { url } = await runMock();
  expect(await (await fetch(`${url}/api/mock/addresses`)).json()).toEqual({
    addresses: TOLD_STOCK,
    total: STOCK.length,
  });
  for (const number of ['030%2023125-101', '%2B493023125101', '0049302312 5101']) {
    const answer = await fetch(`${url}/api/mock/addresses/${number}`);
    expect(await answer.json(), number).toEqual(TOLD_STOCK[0]);
  }
  expect((await fetch(`${url}/api/mock/addresses/030-23125-998`)).status).toBe(404);
});

test('[OB] with the mock both API documents are valid and describe it', async () => {
  const { url, server } = await runMock();
  const openApi = await (await fetch(`${url}/api/openapi.json`)).json();
  expect(await new Validator().validate(openApi)).toEqual({ valid: true });
  for (const route of server.routes) {
    if (!route.url.startsWith('/api/mock/') || route.method === 'HEAD') continue;
    const path = route.url.replace(/:(\w+)/g, '{$1}');
    expect(openApi.paths[path]?.[route.method.toLowerCase()], path).toBeDefined();
  }
  const asyncApi = await (await fetch(`${url}/api/asyncapi.json`)).json();
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  const validate = ajv.compile(asyncApiSpecs.schemasWithoutId['3.0.0'] as object);
  expect(validate(asyncApi), JSON.stringify(validate.errors)).toBe(true);
  expect(asyncApi.channels.telephony.address).toBe('/ws');
  expect(Object.keys(asyncApi.channels.telephony.messages)).toContain('call-ringing');
  expect(JSON.stringify(openApi.paths['/ws'])).toContain('WebSocket');
});
