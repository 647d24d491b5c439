import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { runServer } from '../support/running-server.ts';

const SCRIPT = 'console.log("home")';

function builtPage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-home-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const page =
    '<meta property="csp-nonce" nonce="HOOKLINE_NONCE"><p>HOOKLINE_COUNTRY</p>HOOKLINE_STATUS_WORDS';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'index-abc.js'), SCRIPT);
  writeFileSync(join(folder, 'index-abc.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(folder, 'index-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'secret.env'), 'x');
  return folder;
}

/** `fetch` would unpack the answer and choose the encodings itself. */
function get(
  url: string,
  accept?: string,
): Promise<{ encoding: string | undefined; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = accept === undefined ? {} : { 'accept-encoding': accept };
    request(url, { headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      resolve({ encoding: answer.headers['content-encoding'], body: Buffer.concat(chunks) });
    })
      .on('error', reject)
      .end();
  });
}

test('[SE3] the page has a nonce of its own in every answer, and a strict policy', async () => {
  const { url } = await runServer({ 'app.phone.country': 'AT' }, { homeFolder: builtPage() });
  const read = async () => {
    const answer = await fetch(url);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.text()).toBe(`<meta property="csp-nonce" nonce="${nonce}"><p>AT</p>%7B%7D`);
    return { policy, nonce };
  };
  const [one, other] = [await read(), await read()];
  expect(one.nonce).not.toBe(other.nonce);
  expect(one.policy).not.toContain('unsafe');
  for (const rule of ["default-src 'self'", "frame-ancestors 'none'", "object-src 'none'"]) {
    expect(one.policy).toContain(rule);
  }
});

test('[SE3] the page may reach the telephony app, and nothing else', async () => {
  const { url } = await runServer(
    { 'app.telephony.url': 'ws://127.0.0.1:9999/phone' },
    { homeFolder: builtPage() },
  );
  const policy = (await fetch(url)).headers.get('content-security-policy');
  expect(policy).toContain("connect-src 'self' ws://127.0.0.1:9999");
});

test('files are sent precompressed as the client likes it, and kept for ever', async () => {
  const { url } = await runServer({}, { homeFolder: builtPage() });
  const file = `${url}/home/index-abc.js`;
  const wanted: [string | undefined, string | undefined, (packed: Buffer) => Buffer][] = [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['GZIP;q=0.5, br;q=0', 'gzip', gunzipSync],
    ['identity', undefined, (plain) => plain],
    [undefined, undefined, (plain) => plain],
  ];
  for (const [accept, encoding, unpack] of wanted) {
    const answer = await get(file, accept);
    expect(answer.encoding, accept).toBe(encoding);
    expect(unpack(answer.body).toString()).toBe(SCRIPT);
  }
  const { headers } = await fetch(file);
  expect(headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
  expect(headers.get('vary')).toBe('accept-encoding');
  expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test.each([
  'index.html',
  'secret.env',
  'index-abc.js.gz',
  '..%2Findex.html',
  '.built',
  'constructor',
])('only files of the build are files of the page: %s is not', async (name) => {
  const { url } = await runServer({}, { homeFolder: builtPage() });
  expect((await fetch(`${url}/home/${name}`)).status).toBe(404);
});

test('without a build the page says how to get one', async () => {
  const { url } = await runServer({}, { homeFolder: join(tmpdir(), 'hookline-nothing-here') });
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toContain('npm run build');
});
