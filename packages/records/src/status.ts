import { remembered, wordSet, writtenOut } from './fields.ts';
import { OTHER_THINGS } from './names.ts';
import { STATUS_TABLE, type StatusClass, type StatusName } from './status-words.ts';

/** One meaning of a status, and what it is called. */
interface Meaning {
  readonly statusClass: StatusClass;
  readonly name: StatusName | undefined;
}

const CLASSES: ReadonlySet<string> = new Set(STATUS_TABLE.map(([of]) => of));
/** Longer texts are sentences, which say this and that. */
const MAX_LENGTH = 64;
const MAX_WORDS = 8;
/** And longer ones are contents. */
const LONGEST_SENTENCE = 200;
const LONGEST_PHRASE = 6;
/** A shorter word may be said of anything: `open`, `new`, `closed`. */
const SHORTEST_WORD = 7;
/** What is not, not yet or only will be. */
const NOT_SO = wordSet(`
  not no non nicht kein keine never noch yet wird will soll if be before almost nearly
  fast
`);
/** The same in sentences. */
const NOT_SURE = wordSet(`
  can could cannot may must should soon shortly when werden kann koennte muss sollte demnaechst sobald
  falls wenn sera seront doit sara verra nao niet nie ne pas wordt kan zostanie bedzie ikke inte ska
`);
/** Of what a sentence says, what counts. */
const BY_WEIGHT: readonly StatusClass[] = ['canceled', 'done', 'problem'];
const COMPOUND =
  /^(?:zustell(?:ungs)?|(?:aus|an|ab)?liefer(?:ungs)?|abhol(?:ungs)?|transport|sendungs|auftrags|paket)(?=\p{L}{5})/u;
/** Words for a part of the way, and codes: alone they are a status, beside others they may be anything. */
const PARTS = wordSet(`
  pickup dropoff zustellung attempt return near off loading unloading can del col asg pob going
`);
/** What is about a job and not how far it is: `order.payment_completed`, `order.countdown_started`. */
const BESIDE_JOBS = wordSet(`
  payment invoice charge zahlung rechnung refund countdown timer chat conversation survey
`);

/** `WorkOrderScheduledDateChanged` has scheduled nothing. */
const CHANGES = wordSet('changed updated modified edited added removed');
const FIELDS = wordSet('date time window address note notes comment price eta location tag tags');

/** Turns the words of foreign systems into classes; a house may add its own. */
export class StatusWords {
  readonly #meanings = new Map<string, Meaning>();
  /** Asked several times of every message: each part of it may hold its status. */
  readonly #meaningOf = remembered((status) => this.#read(status));
  /** Another one for another table: what was stored by the old one is to be classed anew. */
  readonly version: string;

  readonly #house: Readonly<Record<string, string>>;
  readonly #ofSender: ReadonlyMap<string, StatusClass>;

  /** `{"in Prüfung": "problem"}`; a class that does not exist is a `RangeError`. */
  constructor(
    ownWords: Readonly<Record<string, string>> = {},
    ofSender: ReadonlyMap<string, StatusClass> = new Map(),
  ) {
    this.#house = ownWords;
    this.#ofSender = ofSender;
    for (const [statusClass, name, words] of STATUS_TABLE) {
      for (const word of words.split(', ')) {
        this.#meanings.set(word.replaceAll(' ', ''), { statusClass, name });
      }
    }
    for (const [word, statusClass] of Object.entries(ownWords)) {
      if (!CLASSES.has(statusClass)) throw new RangeError(`no class of a status: ${statusClass}`);
      const meaning = { statusClass: statusClass as StatusClass, name: undefined };
      this.#meanings.set(wordsOf(word).join(''), meaning);
    }
    this.version = hashOf(JSON.stringify([STATUS_TABLE, Object.entries(ownWords).toSorted()]));
  }

  /** With what one sender means by its words, numbers among them, exactly as it writes them. */
  with(words: ReadonlyMap<string, StatusClass>): StatusWords {
    const known = [...words].map(([word, meaning]) => [exact(word), meaning] as const);
    return new StatusWords(this.#house, new Map(known));
  }

  /** Null for a word that nobody knows. */
  classOf(status: string): StatusClass | null {
    return this.#ofSender.get(exact(status)) ?? this.#meaningOf(status)?.statusClass ?? null;
  }

  /**
   * What it is called; undefined if what was sent has to do. Of `order.delivered` nobody reads more
   * than that; of a sentence with a known word in it the rest would be kept from the reader.
   */
  nameOf(status: string): StatusName | undefined {
    const words = wordsOf(status);
    const isWhole = this.#meanings.has(words.join('')) || /^[\w.:-]+$/.test(status);
    return isWhole ? this.#meaningOf(status)?.name : undefined;
  }

  /** Whether a kind of message such as `order.dispatched` tells the status of a job. */
  isToldBy(kind: string): boolean {
    if (this.#ofSender.has(exact(kind))) return true;
    if (kind.length > MAX_LENGTH) return false;
    const words = wordsOf(kind);
    const [subject = ''] = words;
    const isOther = OTHER_THINGS.has(subject) && !words.join(' ').startsWith('proof of ');
    const isOfField = CHANGES.has(words.at(-1) ?? '') && words.some((word) => FIELDS.has(word));
    if (isOther || isOfField || words.some((word) => BESIDE_JOBS.has(word))) return false;
    if (PARTS.has(words.join(''))) return false;
    return this.#meaningOf(kind) !== undefined;
  }

  #read(status: string): Meaning | undefined {
    const words = wordsOf(status);
    if (words.length > MAX_WORDS || status.length > MAX_LENGTH) return this.#inSentence(words);
    const known = this.#meanings.get(words.join('')) ?? this.#amongOthers(words);
    const [only = '', ...others] = words;
    // German makes one word of it: `Zustellhindernis`, `Lieferverzögerung`.
    if (known || others.length > 0 || !COMPOUND.test(only)) return known;
    return this.#meanings.get(only.replace(COMPOUND, ''));
  }

  /** The longest part that is known, of two the last: `shipment not delivered`, `driver en route`. */
  #amongOthers(words: readonly string[]): Meaning | undefined {
    for (let length = words.length - 1; length > 0; length--) {
      for (let start = words.length - length; start >= 0; start--) {
        const part = words.slice(start, start + length);
        const meaning = this.#meanings.get(part.join(''));
        if (!meaning || PARTS.has(part.join(''))) continue;
        const others = [...words.slice(0, start), ...words.slice(start + length)];
        if (!others.some((word) => NOT_SO.has(word))) return meaning;
      }
    }
    return undefined;
  }

  /**
   * `The receiver was not available at the time of the first delivery attempt.`: whole phrases first,
   * then long words, if nothing in it says that it is not so.
   */
  #inSentence(words: readonly string[]): Meaning | undefined {
    const left = [...words];
    const found: Meaning[] = [];
    for (let length = LONGEST_PHRASE; length > 0; length--) {
      const isSure = length > 1 || !left.some((word) => NOT_SO.has(word) || NOT_SURE.has(word));
      for (let start = 0; isSure && start + length <= left.length; start++) {
        const part = left.slice(start, start + length);
        const word = part.join('');
        const meaning = part.includes('') ? undefined : this.#meanings.get(word);
        if (!meaning || PARTS.has(word) || (length === 1 && word.length < SHORTEST_WORD)) continue;
        found.push(meaning);
        left.fill('', start, start + length);
      }
    }
    const classes = new Set(found.map(({ statusClass }) => statusClass));
    const of = BY_WEIGHT.find((one) => classes.has(one));
    return of === undefined && classes.size > 1
      ? undefined
      : found.find(({ statusClass }) => of === undefined || statusClass === of);
  }
}

function exact(word: string): string {
  return word.trim().toLowerCase();
}

/** Whether somebody still has to care for a job of this class; an unknown one stays open. */
export function isOpenClass(statusClass: StatusClass | null): boolean {
  return statusClass !== 'done' && statusClass !== 'canceled';
}

/** `IN_PROGRESS`, `in progress`, `inProgress` and `In-Progress (3)` are the same words. */
function wordsOf(status: string): readonly string[] {
  if (status.length > LONGEST_SENTENCE) return [];
  const small = status.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  // A number stands for itself: only an office can say what it means.
  return writtenOut(small).match(/\p{L}+/gu) ?? small.match(/\d+/g) ?? [];
}

/** FNV-1a: tells two tables apart, nothing more. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
