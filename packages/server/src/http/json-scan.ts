/** Where in a text the scan is. In the first ones, and in no others, a number may end. */
const STATES = [
  'after value',
  'zero',
  'digits',
  'fraction',
  'exponent',
  'value',
  'first item',
  'first key',
  'key',
  'colon',
  'string',
  'escape',
  'hex 4',
  'hex 3',
  'hex 2',
  'hex 1',
  'minus',
  'point',
  'e',
  'e sign',
  't',
  'tr',
  'tru',
  'f',
  'fa',
  'fal',
  'fals',
  'n',
  'nu',
  'nul',
] as const;
type State = (typeof STATES)[number];

/** What a byte does beside leading from one state to another. */
const ACTIONS = [
  'bad',
  'open list',
  'open object',
  'close',
  'comma',
  'key begins',
  'quote',
] as const;
type Action = (typeof ACTIONS)[number];

const BYTES = 256;
const CLOSING_BRACE = 0x7d;
const NAMES: readonly (State | Action)[] = [...STATES, ...ACTIONS];
const [, OPEN_LIST, OPEN_OBJECT, CLOSE, COMMA, KEY_BEGINS, QUOTE] = ACTIONS.map(numberOf);
const COLON = numberOf('colon');
const AFTER_VALUE = numberOf('after value');
const STRING = numberOf('string');
const KEY = numberOf('key');
const VALUE = numberOf('value');
const FIRST_KEY = numberOf('first key');
const FIRST_ITEM = numberOf('first item');
const FIRST_ACTION = STATES.length;
const LAST_OF_NUMBER = numberOf('exponent');

/** By state and byte, what comes next: JSON as RFC 8259 has it, and as `JSON.parse` reads it. */
const NEXT = new Uint8Array(STATES.length * BYTES).fill(numberOf('bad'));

function numberOf(name: State | Action): number {
  return NAMES.indexOf(name);
}

function rule(state: State, bytes: string, next: State | Action): void {
  for (const byte of Buffer.from(bytes, 'latin1')) {
    NEXT[numberOf(state) * BYTES + byte] = numberOf(next);
  }
}

const SPACE = ' \t\n\r';
const DIGITS = '0123456789';
for (const state of ['value', 'first item'] as const) {
  rule(state, SPACE, state);
  rule(state, '"', 'string');
  rule(state, '[', 'open list');
  rule(state, '{', 'open object');
  rule(state, '-', 'minus');
  rule(state, '0', 'zero');
  rule(state, DIGITS.slice(1), 'digits');
  for (const first of ['t', 'f', 'n'] as const) rule(state, first, first);
}
rule('first item', ']', 'close');
for (const state of ['first key', 'key'] as const) {
  rule(state, SPACE, state);
  rule(state, '"', 'key begins');
}
rule('first key', '}', 'close');
rule('colon', SPACE, 'colon');
rule('colon', ':', 'value');
for (const state of STATES.slice(0, LAST_OF_NUMBER + 1)) {
  rule(state, SPACE, 'after value');
  rule(state, ',', 'comma');
  rule(state, ']}', 'close');
}
const allBytes = Buffer.from(Array.from({ length: BYTES }, (_, byte) => byte)).toString('latin1');
rule('string', allBytes.slice(0x20), 'string');
rule('string', '"', 'quote');
rule('string', '\\', 'escape');
rule('escape', '"\\/bfnrt', 'string');
rule('escape', 'u', 'hex 4');
const HEX: readonly State[] = ['hex 4', 'hex 3', 'hex 2', 'hex 1', 'string'];
HEX.slice(0, -1).forEach((state, i) => {
  rule(state, `${DIGITS}abcdefABCDEF`, HEX[i + 1] ?? 'string');
});
rule('minus', '0', 'zero');
rule('minus', DIGITS.slice(1), 'digits');
rule('digits', DIGITS, 'digits');
for (const state of ['zero', 'digits'] as const) rule(state, '.', 'point');
for (const state of ['point', 'fraction'] as const) rule(state, DIGITS, 'fraction');
for (const state of ['zero', 'digits', 'fraction'] as const) rule(state, 'eE', 'e');
rule('e', '+-', 'e sign');
for (const state of ['e', 'e sign', 'exponent'] as const) rule(state, DIGITS, 'exponent');
const WORDS: readonly (readonly [State, string, State])[] = [
  ['t', 'r', 'tr'],
  ['tr', 'u', 'tru'],
  ['tru', 'e', 'after value'],
  ['f', 'a', 'fa'],
  ['fa', 'l', 'fal'],
  ['fal', 's', 'fals'],
  ['fals', 'e', 'after value'],
  ['n', 'u', 'nu'],
  ['nu', 'l', 'nul'],
  ['nul', 'l', 'after value'],
];
for (const [state, byte, next] of WORDS) rule(state, byte, next);

export type Verdict = 'valid' | 'invalid' | 'too deep';

/**
 * Judges whether UTF-8 bytes are one JSON text, as `JSON.parse` would, in as many steps as the
 * caller likes and without making anything of it. `JSON.parse` takes all of it at once, and of a
 * megabyte of `{}` it makes a third of a million objects, for which everybody else has to wait.
 */
export class JsonScan {
  readonly #text: Buffer;
  readonly #maxDepth: number;
  /** For each level whether it is an object. */
  readonly #levels: Uint8Array;
  #depth = 0;
  #state = numberOf('value');
  #isKey = false;
  /** How far it has come; where the text goes wrong if it is not valid. */
  at = 0;

  constructor(text: Buffer, maxDepth: number) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#levels = new Uint8Array(maxDepth + 1);
  }

  /** Goes on by so many bytes; answers undefined while nothing is decided. */
  step(bytes: number): Verdict | undefined {
    const text = this.#text;
    const until = Math.min(this.at + bytes, text.length);
    let state = this.#state;
    for (let at = this.at; at < until; at++) {
      const next = NEXT[state * BYTES + (text[at] as number)] as number;
      state = next < FIRST_ACTION ? next : this.#act(next, text[at] as number);
      if (state < 0) {
        this.at = at;
        return this.#depth > this.#maxDepth ? 'too deep' : 'invalid';
      }
    }
    this.#state = state;
    this.at = until;
    if (until < text.length) return undefined;
    return this.#depth === 0 && state <= LAST_OF_NUMBER ? 'valid' : 'invalid';
  }

  /** The state that an action leads to, or -1. */
  #act(action: number, byte: number): number {
    const inObject = this.#levels[this.#depth] === 1;
    switch (action) {
      case QUOTE: {
        const wasKey = this.#isKey;
        this.#isKey = false;
        return wasKey ? COLON : AFTER_VALUE;
      }
      case KEY_BEGINS:
        this.#isKey = true;
        return STRING;
      case COMMA:
        if (this.#depth === 0) return -1;
        return inObject ? KEY : VALUE;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++this.#depth > this.#maxDepth) return -1;
        this.#levels[this.#depth] = action === OPEN_OBJECT ? 1 : 0;
        return action === OPEN_OBJECT ? FIRST_KEY : FIRST_ITEM;
      case CLOSE:
        if (this.#depth === 0 || inObject !== (byte === CLOSING_BRACE)) return -1;
        this.#depth--;
        return AFTER_VALUE;
      default:
        return -1;
    }
  }
}
