import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  CHANNELS,
  type Channel,
  type ErrorCode,
  GENERIC,
  OTHER_URL,
  type RefusalCause,
  SIGNATURE_HEADERS,
  type SourceUrl,
} from '@hookline/contract';
import type { Archive } from '../archive/archive.ts';
import type { Config } from '../config/properties.ts';
import { senderNames } from '../config/senders.ts';
import { timeZone } from '../config/time-zone.ts';
import { type HttpProblem, pathOf } from '../http/app.ts';
import type { RequestHead } from '../http/gate.ts';
import { SourceKeeper } from './keeper.ts';
import { OpeningHours } from './opening-hours.ts';
import { overviewOf } from './overview.ts';
import { Silence } from './silence.ts';
import { SourceBook } from './source-book.ts';

/** How soon a silence gets into the log; whoever asks is told at once. */
const LOOK_EVERY = 15_000;

export interface SourcesParts {
  readonly config: Config;
  readonly archive: Pick<Archive, 'keptSources' | 'keepSources'>;
  readonly now: () => number;
  readonly log: {
    info(fields: object, text: string): void;
    warn(fields: object, text: string): void;
  };
  /** The path of a webhook as it may be shown. */
  readonly shownPath: (request: RequestHead) => string;
}

/** Who sends, who is refused and who has gone silent. */
export class Sources {
  readonly #parts: SourcesParts;
  #config: Config;
  #senders: readonly string[];
  readonly #book: SourceBook;
  readonly #silence: Silence;
  readonly #keeper: SourceKeeper;
  #looking: NodeJS.Timeout | undefined;

  constructor(parts: SourcesParts) {
    const { config, archive, now, log } = parts;
    this.#parts = parts;
    this.#config = config;
    this.#senders = sendersIn(config);
    this.#book = new SourceBook({ senders: this.#senders, timeZone: timeZone(config), now });
    this.#silence = new Silence({
      limits: config['app.webhook.silence'] ?? {},
      hours: new OpeningHours(config['app.webhook.silence-hours'], timeZone(config)),
      lastEventOf: (name) => this.#book.lastEventOf(name),
      now,
      onSilent: (source, quietSince) =>
        log.warn({ source, since: new Date(quietSince).toISOString() }, 'a source is silent'),
      onHeard: (source) => log.info({ source }, 'a source is heard again'),
    });
    this.#keeper = new SourceKeeper(archive, this.#book, this.#silence);
  }

  /** The senders have changed. */
  takeSenders(config: Config): void {
    this.#config = config;
    this.#senders = sendersIn(config);
    this.#book.takeSenders(this.#senders);
  }

  accepted(sender: string | null, channel: Channel | null): void {
    this.#book.accepted(sender, channel);
  }

  /** `sender` is null too for a token that nobody has. */
  refused(problem: HttpProblem, request: RequestHead, sender: string | null): void {
    const url = urlOf(pathOf(request));
    if (!problem.isNews) {
      this.#book.refused(sender, url, undefined);
      return;
    }
    const { code, status, message, headers: answered } = problem;
    const { headers } = request;
    const contentType = contentTypeOf(request);
    this.#book.refused(sender, url, {
      status,
      code,
      cause: causeOf({ code, detail: message, answered, headers, contentType }),
      path: url === OTHER_URL ? this.#parts.shownPath(request) : null,
    });
  }

  overview() {
    const { now } = this.#parts;
    const config = this.#config;
    const needsToken =
      config['app.webhook.token'] !== undefined || config['app.webhook.senders'] !== undefined;
    const isSignedOnly = !needsToken && config['app.webhook.signatures'] !== undefined;
    return overviewOf({
      book: this.#book,
      silence: this.#silence,
      senders: this.#senders,
      hasArchive: config['app.archive.url'] !== 'off',
      needsToken,
      needsSignature: (url) => config[`app.webhook.secret.${url}`] !== undefined || isSignedOnly,
      timeZone: timeZone(config),
      now,
    });
  }

  /** Who is silent, a sentence each. */
  troubles(): readonly string[] {
    const now = this.#parts.now();
    return this.#look()
      .filter(({ isSilent }) => isSilent)
      .map(({ name, quietSince = now }) => {
        const minutes = Math.floor((now - quietSince) / 60_000);
        return `nothing from ${name} for ${Math.floor(minutes / 60)} h ${minutes % 60} min`;
      });
  }

  /** For the metrics: what is watched, and whether it is silent. */
  silences(): readonly { readonly name: string; readonly isSilent: boolean }[] {
    return this.#look();
  }

  /** For the metrics, since the start. */
  *counts(): Iterable<{
    readonly sender: string | null;
    readonly url: SourceUrl;
    readonly accepted: number;
    readonly refused: number;
  }> {
    yield* this.#book;
  }

  start(): void {
    this.#keeper.start();
    this.#looking = setInterval(() => this.#look(), LOOK_EVERY).unref();
  }

  /** Before the archive is closed. */
  close(): void {
    clearInterval(this.#looking);
    this.#keeper.close();
  }

  #look() {
    const watched = this.#silence.look();
    this.#keeper.silencesLookedAt();
    return watched;
  }
}

function sendersIn(config: Config): readonly string[] {
  return senderNames(config['app.webhook.senders'], config['app.webhook.signatures']);
}

function urlOf(path: string): SourceUrl {
  if (path === '/api/webhook') return GENERIC;
  return CHANNELS.find((channel) => path === `/api/webhook/${channel}`) ?? OTHER_URL;
}

/** As it was sent: the framework is shown another one. */
function contentTypeOf(request: RequestHead | IncomingMessage): string {
  const raw = 'rawHeaders' in request ? request.rawHeaders : [];
  const at = raw.findIndex((name, n) => n % 2 === 0 && name.toLowerCase() === 'content-type');
  return (at < 0 ? undefined : raw[at + 1]) ?? '';
}

const BY_CODE: Partial<Record<ErrorCode, RefusalCause>> = {
  empty_body: 'empty',
  invalid_utf8: 'not_utf8',
  too_deep: 'too_deep',
  broken_encoding: 'encoding',
  unsupported_encoding: 'encoding',
  payload_too_large: 'too_large',
  rate_limited: 'too_many',
  key_reused: 'key_reused',
  not_found: 'unknown_url',
  cross_site: 'from_a_page',
  misdirected: 'wrong_host',
};

interface RefusedRequest {
  readonly code: ErrorCode;
  /** What its sender was told, which may cite what it sent: looked at, and never kept. */
  readonly detail: string;
  /** What was answered beside it. */
  readonly answered: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly contentType: string;
}

/** What its sender could do better. */
function causeOf(refused: RefusedRequest): RefusalCause {
  const { code, answered, headers } = refused;
  switch (code) {
    case 'unauthorized':
      return answered['www-authenticate']?.includes('error=') ? 'token_wrong' : 'token_missing';
    case 'bad_signature': {
      const isSigned = Object.values(SIGNATURE_HEADERS).some((name) => headers[name] !== undefined);
      return isSigned ? 'signature_wrong' : 'signature_missing';
    }
    case 'invalid_json':
      return insteadOfJson(refused);
    default:
      return BY_CODE[code] ?? 'other';
  }
}

/** curl says that it sends a form whatever it sends, so JSON with a mistake in it is no form. */
function insteadOfJson({ contentType, detail }: RefusedRequest): RefusalCause {
  const isMeantAsJson = /"\s*[[{]|\bin JSON at position\b/.test(detail);
  if (/xml/i.test(contentType)) return 'xml';
  if (/^The body is a form/.test(detail)) return 'form_data';
  const isForm = /x-www-form-urlencoded|multipart\/form-data/i.test(contentType);
  return isForm && !isMeantAsJson ? 'form_data' : 'not_json';
}
