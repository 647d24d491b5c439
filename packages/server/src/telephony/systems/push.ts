import querystring from 'node:querystring';
import type { EndCause, PhoneCall } from '@hookline/contract';
import type { Config } from '../../config/properties.ts';
import { readBody } from '../../http/body.ts';
import type { RequestHead } from '../../http/gate.ts';
import { kept } from '../../http/kept.ts';
import { isLoopback } from '../../http/reach.ts';
import { tokenCheck } from '../../http/token.ts';
import { CallMirror, type ReportedParty } from '../mirror.ts';
import { PUSH_PATH, type SystemContext } from '../system.ts';
import { chosenDesk, deskNamed, type Office, officeOf } from './desks.ts';
import { PushedLegs } from './push-legs.ts';
import { type Finding, note, ok, wrong } from './telephone-system.ts';

/** Somebody calls, or answers. */
export interface PushedCall {
  readonly kind: 'began' | 'answered';
  /** The leg; a call that is passed on has several. */
  readonly id: string;
  /** The same for all legs of a call. */
  readonly call: string;
  readonly direction: 'in' | 'out' | undefined;
  readonly from: ReportedParty | undefined;
  readonly to: ReportedParty | undefined;
  /** Who answers or calls, in the words of the system. */
  readonly by: string | undefined;
  /** An answering machine. */
  readonly isMachine: boolean;
}

export interface PushedEnd {
  readonly kind: 'ended';
  readonly id: string;
  readonly call: string;
  readonly cause: PushCause;
  readonly durationSec: number | undefined;
}

/** What a push says, in one shape for all of these systems. */
export type Push = PushedCall | PushedEnd;

/** `answered`: whether or not that was told; `blocked`: the system turned it away by itself. */
export type PushCause = EndCause | 'answered' | 'blocked' | null;

/** The fields of a push, however they were sent. */
export type Fields = ReadonlyMap<string, string>;

export interface PushOptions extends Office {
  readonly token: string;
  /** It has an id for each telephone that rings, and nothing that says that they are one call. */
  readonly isIdPerPhone?: boolean;
  /** Undefined for what says nothing about a call. */
  readonly read: (fields: Fields) => Push | undefined;
  /** Throws if the body was not signed as it has to be. */
  readonly checkSignature?: (request: RequestHead, body: Buffer) => void;
  /** What the system wants to hear; nothing if left out. */
  readonly answer?: (push: Push | undefined) => { type: string; body: string } | undefined;
  readonly featuresOf?: (call: Pick<PhoneCall, 'state'>) => PhoneCall['features'];
}

const WITHHELD: ReportedParty = { raw: '' };
const MOST_BYTES = 64 * 1024;
const MOST_FIELDS = 200;
/** Forwarded, a call goes on under another id in a moment; or it does not. */
const GOES_ON_WITHIN = 10_000;
/** No system has longer ones; they are kept beside a call and after it. */
const MOST_ID_CHARACTERS = 200;
/** The telephones of a group ring within this time (ms). */
const RING_TOGETHER = 3000;
/** A call that was ordered and of which nothing is pushed by then has not come about (ms). */
const ORDER_TIMEOUT = 60_000;

/** Calls that a telephone system on the internet pushes to this server, one request per event. */
export class PushedCalls {
  readonly mirror: CallMirror;
  readonly #context: SystemContext;
  readonly #options: PushOptions;
  readonly #legs: PushedLegs<PushedEnd>;
  /** Calls that were ordered here and of which nothing was pushed yet. */
  readonly #ordered = new Set<string>();

  constructor(context: SystemContext, options: PushOptions) {
    this.#context = context;
    this.#options = options;
    this.#legs = new PushedLegs(context.now);
    this.mirror = new CallMirror({
      ...context,
      longestCall: options.longestCall,
      // Those that the mirror ends by itself, too: their legs would be kept for ever.
      onEnded: (call) => {
        this.#legs.forget(call);
        this.#ordered.delete(call);
      },
      featuresOf: (call) => options.featuresOf?.(call) ?? [],
    });
    this.#route();
  }

  deskOf(said: string | undefined): string {
    return chosenDesk(this.#options.desks, said);
  }

  /** The id of the leg that an order is about. */
  legOf(call: string): string | undefined {
    return [...(this.#legs.on(call) ?? [])].at(-1);
  }

  /** A call that was ordered here; what becomes of it is pushed. */
  order(push: PushedCall): void {
    // It may have been pushed before the order was answered.
    if (this.mirror.has(push.call) || this.#legs.isOver(push)) return;
    this.#ordered.add(push.call);
    this.#began(push);
    this.#context.schedule.after(ORDER_TIMEOUT, () => {
      if (this.#ordered.has(push.call)) this.mirror.ended(push.call, { cause: null });
    });
  }

  take(push: Push): void {
    if (push.id.length > MOST_ID_CHARACTERS || push.call.length > MOST_ID_CHARACTERS) return;
    const call = this.#legs.callOf(push);
    this.#ordered.delete(call);
    this.#take({ ...push, call });
  }

  #take(push: Push): void {
    const caller = push.kind === 'began' ? (push.from?.raw ?? '') : undefined;
    if (!this.mirror.has(push.call) && this.#legs.isOver(push, caller)) return;
    if (push.kind === 'ended') this.#ended(push);
    else if (push.kind === 'began') this.#began(push);
    else this.#answered(push);
  }

  #began(push: PushedCall): void {
    const { id, direction, from = WITHHELD, to = WITHHELD, by } = push;
    const isNew = direction === 'in' && !this.mirror.has(push.call);
    const together = isNew && this.#options.isIdPerPhone ? this.#ringing(from.raw) : undefined;
    const call = together ?? push.call;
    // Its end was not told, and the id has been given to another one.
    if (push.from && this.#legs.isAnother(call, id, from.raw)) {
      this.mirror.ended(call, { cause: null });
    }
    if (this.#legs.has(call, id)) return;
    if (together) this.#legs.ring(call, id);
    else if (this.mirror.has(call)) {
      // Passed on: the same call with another leg, whose ring comes before the old one's end.
      this.#legs.add(call, id);
      this.mirror.moved(call, { ...(push.to && { to }), extension: this.#desk(by) ?? '' });
    } else {
      if (!direction) return;
      this.#legs.begin(call, this.#ordered.has(call) ? undefined : from.raw);
      this.#legs.ring(call, id);
      const isOut = direction === 'out';
      this.mirror.began(call, { direction, from, to, extension: (isOut && this.#desk(by)) || '' });
    }
    const end = this.#legs.takeEarlyEnd(id);
    if (end) this.#ended({ ...end, call });
  }

  #answered(push: PushedCall): void {
    // Its beginning was lost or is late; that there is a call is told all the same.
    if (!this.mirror.has(push.call)) this.#began(push);
    else this.#legs.add(push.call, push.id);
    const call = this.#legs.callOf(push);
    if (push.isMachine) {
      this.mirror.ended(call, { cause: 'voicemail' });
      return;
    }
    this.#legs.answered(call, push.id);
    const desk = this.#desk(push.by);
    const isTalking = this.mirror.get(call)?.answeredAt != null;
    if (isTalking && desk !== undefined) this.mirror.moved(call, { extension: desk });
    else this.mirror.connected(call, desk);
  }

  #ended(push: PushedEnd): void {
    const { id, call, durationSec } = push;
    const known = this.mirror.get(call);
    const legs = this.#legs.on(call);
    if (!known || !legs || !this.#legs.has(call, id)) {
      this.#legs.endedEarly(push);
      return;
    }
    this.#legs.end(call, id);
    if (legs.size > 0) return;
    const cause = causeFor(push.cause, known.direction);
    if (cause === 'forwarded') {
      this.#context.schedule.after(GOES_ON_WITHIN, () => {
        if (this.#legs.on(call) === legs && legs.size === 0) this.mirror.ended(call, { cause });
      });
      return;
    }
    // Who left a message waits to be called back, even if the machine was told of as one who answered.
    const isTalk = known.answeredAt !== null && cause !== 'voicemail';
    const said = durationSec === undefined ? {} : { durationSec };
    if (cause === 'blocked') this.mirror.ended(call, { isBlocked: true });
    else if (cause === 'answered') {
      this.mirror.ended(call, { ...said, ...(!isTalk && { isAnsweredElsewhere: true }) });
    } else this.mirror.ended(call, isTalk ? { ...said, cause: 'normal' } : { ...said, cause });
  }

  /** The call of somebody that has just begun to ring. */
  #ringing(caller: string): string | undefined {
    const { book, now } = this.#context;
    const line = book.lineOf(caller);
    if (line === undefined) return undefined;
    const since = new Date(now() - RING_TOGETHER).toISOString();
    return this.mirror.ids.find((id) => {
      const call = this.mirror.get(id);
      return call?.state === 'ringing' && call.from.line === line && call.startedAt >= since;
    });
  }

  #desk(name: string | undefined): string | undefined {
    return name === undefined || name === '' ? undefined : deskNamed(this.#options.desks, name);
  }

  #route(): void {
    const { app } = this.#context;
    const { token, read, checkSignature, answer } = this.#options;
    const checkToken = tokenCheck(token, 'token of the push');
    app.route({
      method: 'POST',
      url: PUSH_PATH,
      config: { access: 'open' },
      schema: { tags: ['telephony'], summary: 'Where the telephone system tells of calls' },
      handler: async (request, reply) => {
        checkToken(request.raw);
        const body = await readBody(request.raw, MOST_BYTES);
        checkSignature?.(request.raw, body);
        const push = read(fieldsOf(body));
        if (push) this.take(push);
        // It is told once: who was answered does not tell it again.
        await kept(this.#context);
        const said = answer?.(push);
        return said
          ? reply.header('content-type', said.type).send(said.body)
          : reply.code(204).send();
      },
    });
  }
}

/** Nobody misses a call that they make themselves, and only who calls gives up. */
function causeFor(cause: PushCause, direction: PhoneCall['direction']): PushCause {
  if (direction === 'out') return cause === 'missed' ? 'unreachable' : cause;
  return cause === 'canceled' ? 'missed' : cause;
}

/** A form or JSON, whatever it says it is. Of a field that is there several times, the first one. */
export function fieldsOf(body: Buffer): Fields {
  const text = body.toString('utf8').trim();
  const fields = new Map<string, string>();
  const add = (name: string, value: unknown) => {
    const [first] = [value].flat();
    const plain = name.replace(/\[\]$/, '');
    if (!fields.has(plain) && (typeof first === 'string' || typeof first === 'number')) {
      // A part of a text keeps all of it in memory: what is kept must be a text of its own.
      fields.set(plain, Buffer.from(String(first)).toString());
    }
  };
  if (text.startsWith('{')) {
    const json = parsed(text);
    for (const [name, value] of Object.entries(json).slice(0, MOST_FIELDS)) add(name, value);
  } else {
    const form = querystring.parse(text, '&', '=', { maxKeys: MOST_FIELDS });
    for (const [name, value] of Object.entries(form)) add(name, value);
  }
  return fields;
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** What has to be entered at the telephone system, with a word in place of the token. */
export function checkPush(config: Config): Finding {
  const publicUrl = config['app.server.public-url'];
  const about = 'phone address';
  const path = `${PUSH_PATH}?token=TOKEN`;
  const how = 'TOKEN being app.telephony.push.token';
  if (publicUrl === undefined) {
    return note(about, `to be entered there: the address of this server with ${path}, ${how}`);
  }
  const enter = `to be entered there: ${publicUrl}${path}, ${how}`;
  const { protocol, hostname } = new URL(publicUrl);
  const isInternet = config['app.telephony.system'] !== 'cti';
  if (isInternet && isLoopback(hostname)) {
    return wrong(about, `${publicUrl} cannot be reached from outside; app.server.public-url`);
  }
  if (protocol === 'https:') return ok(about, enter);
  const open = 'without https the token and the numbers of callers can be read on the way';
  return isInternet
    ? wrong(about, `${publicUrl}: ${open}; put https before it, and into app.server.public-url`)
    : note(about, `${enter}; ${open}`);
}

export function pushedOptions(config: Config) {
  return {
    // Without one the service does not start.
    token: config['app.telephony.push.token'] ?? '',
    ...officeOf(config),
  };
}
