import querystring from 'node:querystring';
import type { EndCause, PhoneCall } from '@hookline/contract';
import { readBody } from '../../http/body.ts';
import type { RequestHead } from '../../http/gate.ts';
import { tokenCheck } from '../../http/token.ts';
import { CallMirror, type SaidParty } from '../mirror.ts';
import { PUSH_PATH, type SystemContext } from '../system.ts';
import { chosenDesk, deskNamed } from './desks.ts';

/** Somebody calls, or answers. */
export interface PushedCall {
  readonly kind: 'began' | 'answered';
  /** The leg; a call that is passed on has several. */
  readonly id: string;
  /** The same for all legs of a call. */
  readonly call: string;
  readonly direction: 'in' | 'out' | undefined;
  readonly from: SaidParty | undefined;
  readonly to: SaidParty | undefined;
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

export interface PushOptions {
  readonly token: string;
  readonly desks: Readonly<Record<string, string>>;
  readonly longestCall: number;
  /** Undefined for what says nothing about a call. */
  readonly read: (fields: Fields) => Push | undefined;
  /** Throws if the body was not signed as it has to be. */
  readonly checkSignature?: (request: RequestHead, body: Buffer) => void;
  /** What the system wants to hear; nothing if left out. */
  readonly answer?: (push: Push | undefined) => { type: string; body: string } | undefined;
  readonly featuresOf?: (call: Pick<PhoneCall, 'state'>) => PhoneCall['features'];
}

const MOST_BYTES = 64 * 1024;
const MOST_FIELDS = 200;
/** Forwarded, a call goes on under another id in a moment; or it does not. */
const GOES_ON_WITHIN = 10_000;
/** Pushes come late and twice: what is over stays over. */
const MOST_OVER = 1000;

/** Calls that a telephone system on the internet pushes to this server, one request per event. */
export class PushedCalls {
  readonly mirror: CallMirror;
  readonly #context: SystemContext;
  readonly #options: PushOptions;
  /** The legs of each call that are on. */
  readonly #legs = new Map<string, Set<string>>();
  /** Calls that are over, the oldest first. */
  readonly #over = new Set<string>();

  constructor(context: SystemContext, options: PushOptions) {
    this.#context = context;
    this.#options = options;
    const { book, now, schedule, tell } = context;
    this.mirror = new CallMirror({
      book,
      now,
      schedule,
      longestCall: options.longestCall,
      tell,
      // Those that the mirror ends by itself, too: their legs would be kept for ever.
      onEnded: (call) => this.#forget(call),
      featuresOf: (call) => options.featuresOf?.(call) ?? [],
    });
    this.#route();
  }

  deskOf(said: string | undefined): string {
    return chosenDesk(this.#options.desks, said);
  }

  /** The id of the leg that an order is about. */
  legOf(call: string): string | undefined {
    return [...(this.#legs.get(call) ?? [])].at(-1);
  }

  take(push: Push): void {
    if (this.#over.has(push.call)) return;
    if (push.kind === 'ended') this.#ended(push);
    else if (push.kind === 'began') this.#began(push);
    else this.#answered(push);
  }

  #began(push: PushedCall): void {
    const { id, call, direction, from, to, by } = push;
    const legs = this.#legs.get(call);
    if (legs?.has(id)) return;
    if (legs && this.mirror.has(call)) {
      // Passed on: the same call with another leg, whose ring comes before the old one's end.
      legs.add(id);
      this.mirror.moved(call, { ...(to && { to }), extension: this.#desk(by) ?? '' });
      return;
    }
    if (!direction || !from || !to) return;
    this.#legs.set(call, new Set([id]));
    const isOut = direction === 'out';
    this.mirror.began(call, { direction, from, to, extension: (isOut && this.#desk(by)) || '' });
  }

  #answered(push: PushedCall): void {
    // Its beginning was lost or is late; that there is a call is told all the same.
    if (!this.mirror.has(push.call)) this.#began(push);
    if (push.isMachine) {
      this.mirror.ended(push.call, { cause: 'voicemail' });
      return;
    }
    const desk = this.#desk(push.by);
    const isTalking = this.mirror.get(push.call)?.answeredAt != null;
    if (isTalking && desk !== undefined) this.mirror.moved(push.call, { extension: desk });
    else this.mirror.connected(push.call, desk);
  }

  #ended({ id, call, cause, durationSec }: PushedEnd): void {
    const legs = this.#legs.get(call);
    if (!legs) return;
    legs.delete(id);
    if (legs.size > 0) return;
    if (cause === 'forwarded') {
      this.#context.schedule.after(GOES_ON_WITHIN, () => {
        if (this.#legs.get(call) === legs && legs.size === 0) this.mirror.ended(call, { cause });
      });
      return;
    }
    const known = this.mirror.get(call);
    const isTalk = known?.answeredAt != null;
    const said = durationSec === undefined ? {} : { durationSec };
    if (cause === 'blocked') this.mirror.ended(call, { isBlocked: true });
    else if (cause === 'answered') {
      this.mirror.ended(call, { ...said, ...(!isTalk && { isAnsweredElsewhere: true }) });
    } else this.mirror.ended(call, isTalk ? { ...said, cause: 'normal' } : { ...said, cause });
  }

  #forget(call: string): void {
    this.#legs.delete(call);
    this.#over.add(call);
    const [oldest] = this.#over;
    if (this.#over.size > MOST_OVER && oldest !== undefined) this.#over.delete(oldest);
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
        const said = answer?.(push);
        return said
          ? reply.header('content-type', said.type).send(said.body)
          : reply.code(204).send();
      },
    });
  }
}

/** A form or JSON, whatever it says it is. Of a field that is there several times, the first one. */
export function fieldsOf(body: Buffer): Fields {
  const text = body.toString('utf8').trim();
  const fields = new Map<string, string>();
  const add = (name: string, value: unknown) => {
    const [first] = [value].flat();
    const plain = name.replace(/\[\]$/, '');
    if (!fields.has(plain) && (typeof first === 'string' || typeof first === 'number')) {
      fields.set(plain, String(first));
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
