import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type App, HttpProblem, hidden } from '../http/app.ts';
import { languageFor, liked, sendPage } from '../http/page.ts';

const TYPES: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;
/** The build leaves these words where the server has something to say. */
const NONCE = 'HOOKLINE_NONCE';
const COUNTRY = 'HOOKLINE_COUNTRY';
const STATUS_WORDS = 'HOOKLINE_STATUS_WORDS';
const REFERENCE_NAMES = 'HOOKLINE_REFERENCE_NAMES';
const MAP_URL = 'HOOKLINE_MAP_URL';
/** It names what the page says in each language; the browser shows nothing before it has one of them. */
const TEXTS = /<link [^>]*hreflang="(\w+)"[^>]*>/g;

/** A file of the page in every form that it can be sent in. */
interface HomeFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly packed: Partial<Record<keyof typeof ENCODINGS, Buffer>>;
}

export interface HomePageOptions {
  readonly folder: string;
  /** `app.telephony.url`: the page may open a WebSocket there. */
  readonly telephonyUrl: string | undefined;
  /** Whose way of writing phone numbers is the local one. */
  readonly country: string;
  /** `app.jobs.status-words`: what the page shows of a message is classed as the archive does. */
  readonly statusWords: Readonly<Record<string, string>>;
  /** `app.jobs.reference-names`: a row leads to the job that the archive made of it. */
  readonly referenceNames: readonly string[];
  /** `app.home.map-url`; empty for none. */
  readonly mapUrl: string;
}

/** The dispatchers' home page: one document at `/`, its files under `/home/`. */
export function homePageRoutes(app: App, options: HomePageOptions): void {
  const { folder, telephonyUrl, country, statusWords, referenceNames, mapUrl } = options;
  const isBuilt = existsSync(join(folder, 'index.html'));
  const built = isBuilt ? readFileSync(join(folder, 'index.html'), 'utf8') : NOT_BUILT;
  const page = built
    .replaceAll(COUNTRY, country)
    .replaceAll(STATUS_WORDS, () => encodeURIComponent(JSON.stringify(statusWords)))
    .replaceAll(REFERENCE_NAMES, () => encodeURIComponent(JSON.stringify(referenceNames)))
    .replaceAll(MAP_URL, () => encodeURIComponent(mapUrl));
  const languages = [...page.matchAll(TEXTS)].map(([, language = '']) => language);
  const files = isBuilt ? readFiles(folder) : new Map<string, HomeFile>();
  const connect = ["'self'", ...(telephonyUrl ? [new URL(telephonyUrl).origin] : [])].join(' ');

  app.get('/', hidden('reader'), (request, reply) => {
    const language = languageFor(request.headers['accept-language'], languages) ?? 'de';
    const own = page.replaceAll(TEXTS, (link, of) => (of === language ? link : ''));
    // A style element would need it; no script ever stands in the page.
    const nonce = randomBytes(16).toString('base64');
    return sendPage(reply, own.replaceAll(NONCE, nonce), [
      `style-src 'self' 'nonce-${nonce}'`,
      `connect-src ${connect}`,
    ]);
  });

  app.get('/home/:file', hidden('reader'), (request, reply) => {
    const file = files.get((request.params as { file: string }).file);
    if (!file) throw new HttpProblem('not_found', 'The home page has no such file.');
    const encoding = acceptedEncoding(request.headers['accept-encoding'], file);
    if (encoding) reply.header('content-encoding', encoding);
    return (
      reply
        .header('content-type', file.type)
        .header('vary', 'accept-encoding')
        // The name changes with the content. Not for a cache that several people share: the
        // answer may hand over the cookie of one of them.
        .header('cache-control', 'private, max-age=31536000, immutable')
        .send((encoding && file.packed[encoding]) ?? file.plain)
    );
  });
}

function readFiles(folder: string): Map<string, HomeFile> {
  const files = new Map<string, HomeFile>();
  for (const name of readdirSync(folder)) {
    const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
    if (!type) continue;
    const path = join(folder, name);
    const packed: HomeFile['packed'] = {};
    for (const [encoding, ending] of Object.entries(ENCODINGS)) {
      if (existsSync(path + ending))
        packed[encoding as keyof typeof ENCODINGS] = readFileSync(path + ending);
    }
    files.set(name, { type, plain: readFileSync(path), packed });
  }
  return files;
}

function acceptedEncoding(
  accepted: string | undefined,
  { packed }: HomeFile,
): keyof typeof ENCODINGS | undefined {
  const wanted = new Set(liked(accepted).map(({ name }) => name));
  return (['br', 'gzip'] as const).find((encoding) => wanted.has(encoding) && packed[encoding]);
}

const NOT_BUILT = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Hookline</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/page.css">
</head>
<body>
<header class="bar"><span class="brand"><img src="/assets/icon.svg" alt="" width="28" height="28">Hookline</span></header>
<main class="docs">
<h1>The home page is not built</h1>
<p>The service runs and takes webhooks. <code>npm start</code> builds the page; so does <code>npm run build</code>, then restart the service.</p>
<p><a href="/docs">API</a></p>
</main>
</body>
</html>
`;
