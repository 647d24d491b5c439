import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClientAsync } from 'soap';
import { describe, expect, test } from 'vitest';
import { runServer } from '../support/running-server.ts';
import { PATH } from './messages.ts';

const run = promisify(execFile);
const SECONDS = 1_772_352_000;
const now = () => SECONDS * 1000;

const PROGRAMS = { php: 'time.php', perl: 'time.pl' } as const;

/** What a client program made of the answer. @needs soap-clients */
async function ask(program: keyof typeof PROGRAMS, ...args: string[]): Promise<unknown> {
  const script = fileURLToPath(new URL(`./clients/${PROGRAMS[program]}`, import.meta.url));
  // Without the rest of the environment: a proxy that is set there must not be asked.
  const env = { PATH: process.env['PATH'] };
  const { stdout } = await run(program, [script, ...args], { env });
  return JSON.parse(stdout);
}

describe('real clients', () => {
  test.each(['wsdl', 'plain'])('[SO1] PHP SoapClient reads a number, %s', async (mode) => {
    const { url } = await runServer({}, { now });
    expect(await ask('php', url + PATH, mode)).toEqual({ value: SECONDS });
  });

  test('[SO2] PHP SoapClient understands a fault', async () => {
    const { url } = await runServer();
    expect(await ask('php', url + PATH, 'plain', 'getWeather')).toEqual({
      faultcode: 'soapenv:Client',
      faultstring: 'Only getServerTime can be called here (getWeather).',
    });
  });

  test.each(['wsdl', 'plain'])('[SO1] Perl SOAP::Lite reads the time, %s', async (mode) => {
    const { url } = await runServer({}, { now });
    expect(await ask('perl', url + PATH, mode)).toEqual({ value: String(SECONDS) });
  });

  test('[SO2] Perl SOAP::Lite understands a fault', async () => {
    const { url } = await runServer();
    expect(await ask('perl', url + PATH, 'plain', 'getWeather')).toEqual({
      faultcode: 'soapenv:Client',
      faultstring: 'Only getServerTime can be called here (getWeather).',
    });
  });

  test('[SO1] the npm package soap reads a number', async () => {
    const { url } = await runServer({}, { now });
    const client = await createClientAsync(`${url}${PATH}?wsdl`);
    expect(client.describe()).toMatchObject({
      server1Service: {
        server1: { getServerTime: { output: { getServerTimeReturn: 'xsd:int' } } },
      },
    });
    // A message without parts has null as its arguments, says the package.
    const [result] = await client['getServerTimeAsync'](null);
    expect(result).toMatchObject({ getServerTimeReturn: { $value: SECONDS } });
  });

  test('[SO2] the npm package soap understands a fault', async () => {
    const { url } = await runServer({}, { now: () => Date.parse('2040-01-01') });
    const client = await createClientAsync(`${url}${PATH}?wsdl`);
    await expect(client['getServerTimeAsync'](null)).rejects.toThrow(/^soapenv:Server: The time/);
  });
});
