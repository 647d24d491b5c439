import type { MappingRule } from '@hookline/contract';
import {
  type Channel,
  type DateOrder,
  MAPPING_LIMITS,
  TARGETS_OF,
  type Target,
  TIME_TARGETS,
} from '@hookline/contract/words';
import { filledText, isJsonObject, type JsonObject } from './fields.ts';
import { type Found, type JsonPath, jsonPath, type Place, valueAt, valuesAt } from './json-path.ts';
import { PRESETS, type Preset } from './presets.ts';
import type { StatusWords } from './status.ts';
import type { StatusClass } from './status-words.ts';

const SIGNS = PRESETS.map((preset) => ({
  preset,
  signs: preset.signs.map((sign) => ({ ...sign, path: jsonPath(sign.path) })),
}));

/** The known system whose shape the message has. */
export function presetOf(message: unknown, channel: Channel): Preset | undefined {
  const whole = { place: [], value: message };
  return SIGNS.find(
    ({ preset, signs }) =>
      preset.channel === channel &&
      signs.every(({ path, is }) => {
        const [found] = valuesAt(path, message, whole);
        return found !== undefined && (is === undefined || filledText(found.value) === is);
      }),
  )?.preset;
}

interface TargetRule {
  /** Its place among the rules of the office; undefined for one of a preset. */
  readonly index: number | undefined;
  readonly paths: readonly JsonPath[];
  readonly join: string | undefined;
  readonly dates: DateOrder | undefined;
}

/** What a rule has found for a target. */
export interface Told {
  readonly index: number | undefined;
  /** Of several, those that make one text by `join`. */
  readonly found: readonly Found[];
  readonly join: string | undefined;
  readonly dates: DateOrder | undefined;
}

/** What one path finds for one record, of which each may be a further number. */
const MOST_TOLD = 20;
/** A list of records may be as long as its message. */
const MOST_RECORDS = 100_000;

/**
 * What people have said about the messages of one sender, ready to be used. Where it speaks it
 * decides; of all else it says nothing, and neither does a rule whose path a message does not have.
 */
export class Mapping {
  readonly channel: Channel;
  readonly isEmpty: boolean;
  readonly #rules: readonly MappingRule[];
  readonly #withPresets = new Map<Preset, Mapping>();
  readonly #targets = new Map<Target, TargetRule[]>();
  readonly #nots = new Map<Target, JsonPath[]>();
  readonly #ignored: JsonPath[] = [];
  readonly #ignoredWhere: { readonly path: JsonPath; readonly is: string }[] = [];
  readonly #words = new Map<string, StatusClass>();
  #message: unknown;
  readonly #inMessage = new Map<JsonPath, readonly Found[]>();
  readonly #withOwnWords = new WeakMap<StatusWords, StatusWords>();

  /** What cannot be a rule of this channel is a `RangeError` with a sentence about it. */
  constructor(
    rules: readonly MappingRule[],
    channel: Channel,
    preset: readonly MappingRule[] = [],
  ) {
    this.channel = channel;
    this.#rules = rules;
    this.isEmpty = rules.length + preset.length === 0;
    // The office's own come first, and decide.
    for (const [index, rule] of rules.entries()) this.#add(rule, index);
    const words = this.#words.size;
    if (rules.length > MAPPING_LIMITS.rules || words > MAPPING_LIMITS.words) {
      throw new RangeError(
        `A mapping may have ${MAPPING_LIMITS.rules} rules and ${MAPPING_LIMITS.words} words, this one has ${rules.length} and ${words}.`,
      );
    }
    for (const rule of preset) this.#add(rule, undefined);
  }

  /** With what is known of the system whose shape the message has. */
  for(message: unknown): Mapping {
    const preset = presetOf(message, this.channel);
    if (!preset) return this;
    const known =
      this.#withPresets.get(preset) ?? new Mapping(this.#rules, this.channel, preset.rules);
    this.#withPresets.set(preset, known);
    return known;
  }

  /** Whether the office says that such a message tells nothing. */
  ignores(message: unknown): boolean {
    return this.#ignoredWhere.some(({ path, is }) =>
      valuesAt(path, message, { place: [], value: message }).some(
        ({ value }) => (filledText(value) ?? String(value)) === is,
      ),
    );
  }

  /** Where the records are, if a rule says so and the message has anything there. */
  recordsIn(message: unknown): readonly Found[] | undefined {
    for (const { paths } of this.#targets.get('record') ?? []) {
      for (const path of paths) {
        const found = valuesAt(path, message, { place: [], value: message }, MOST_RECORDS)
          // A path to a list is one to what it lists.
          .flatMap(({ place, value }) =>
            Array.isArray(value)
              ? value.map((item, i) => ({ place: [...place, i], value: item as unknown }))
              : [{ place, value }],
          )
          .filter(({ value }) => isJsonObject(value));
        if (found.length > 0) return found;
      }
    }
    return undefined;
  }

  /** The message without what is not to be read at all, in none of its records. */
  withoutIgnored(message: unknown, records: readonly Found[]): unknown {
    return this.#without(this.#ignored, message, records);
  }

  /** What is said not to be a target, which is read in a message that does not have it. */
  get denied(): readonly Target[] {
    return [...this.#nots.keys()];
  }

  withoutDenied(target: Target, message: unknown, records: readonly Found[]): unknown {
    return this.#without(this.#nots.get(target) ?? [], message, records);
  }

  /** What each rule for the target finds, the one that decides first. */
  *told(target: Target, message: unknown, record: Found): Generator<Told> {
    for (const { paths, ...rule } of this.#targets.get(target) ?? []) {
      const found = paths.map((path) => this.#valuesAt(path, message, record).slice(0, MOST_TOLD));
      if (rule.join === undefined) {
        for (const one of found.flat()) yield { ...rule, found: [one] };
      } else if (found.some((some) => some.length > 0)) yield { ...rule, found: found.flat() };
    }
  }

  /** What a path finds in the whole message is the same for each of thousands of records. */
  #valuesAt(path: JsonPath, message: unknown, record: Found): readonly Found[] {
    if (!path.isFromMessage) return valuesAt(path, message, record);
    if (this.#message !== message) {
      this.#message = message;
      this.#inMessage.clear();
    }
    const found = this.#inMessage.get(path) ?? valuesAt(path, message, record);
    this.#inMessage.set(path, found);
    return found;
  }

  get targets(): readonly Target[] {
    return [...this.#targets.keys()];
  }

  /** The words of the house, and those of this sender before them. */
  words(house: StatusWords): StatusWords {
    if (this.#words.size === 0) return house;
    const known = this.#withOwnWords.get(house) ?? house.with(this.#words);
    this.#withOwnWords.set(house, known);
    return known;
  }

  /** What this sender means by a word, if that was said and the house knows the word for nothing. */
  meaningOf(word: string, house: StatusWords): StatusClass | undefined {
    const meaning = this.words(house).classOf(word);
    return meaning !== null && house.classOf(word) !== meaning ? meaning : undefined;
  }

  #add(rule: MappingRule, index: number | undefined): void {
    if ('ignore' in rule) {
      const { ignore } = rule;
      if (typeof ignore === 'string') this.#ignored.push(jsonPath(ignore));
      else this.#ignoredWhere.push({ path: jsonPath(ignore.path), is: ignore.is.trim() });
    } else if ('not' in rule) {
      const paths = this.#nots.get(knownTarget(rule.not, this.channel)) ?? [];
      this.#nots.set(rule.not, [...paths, jsonPath(rule.path)]);
    } else {
      const paths = pathsOf(rule);
      const isStatus = rule.target === 'status' || rule.target === 'state';
      if (rule.words !== undefined && !isStatus) {
        throw new RangeError(`Only a status has words, ${rule.target} has none.`);
      }
      if (rule.dates !== undefined && !TIME_TARGETS.includes(rule.target)) {
        throw new RangeError(`Only a time has dates, ${rule.target} has none.`);
      }
      if (paths.length === 0 && rule.words === undefined) {
        throw new RangeError(`The rule for ${rule.target} has no path.`);
      }
      for (const [word, meaning] of Object.entries(rule.words ?? {})) {
        // Of two the first decides, as with paths.
        if (!this.#words.has(word)) this.#words.set(word, meaning);
      }
      const known = this.#targets.get(knownTarget(rule.target, this.channel)) ?? [];
      if (paths.length === 0) return;
      const { join, dates } = rule;
      const added = { index, paths: paths.map(jsonPath), join, dates };
      this.#targets.set(rule.target, [...known, added]);
    }
  }

  #without(paths: readonly JsonPath[], message: unknown, records: readonly Found[]): unknown {
    if (paths.length === 0) return message;
    const places = paths.flatMap((path) => {
      const bases = path.isFromMessage ? records.slice(0, 1) : records;
      return bases.flatMap((record) => valuesAt(path, message, record).map(({ place }) => place));
    });
    return places.length === 0 ? message : without(message, places);
  }
}

/** What can be said of a channel; all else is a `RangeError` that names it. */
export function knownTarget(target: string, channel: Channel): Target {
  const known: readonly Target[] = TARGETS_OF[channel];
  const found = known.find((each) => each === target);
  if (found !== undefined) return found;
  throw new RangeError(`${target.slice(0, 60)} is no target of ${channel}: ${known.join(', ')}.`);
}

/** All paths that a rule has. */
export function pathsOf(rule: MappingRule): readonly string[] {
  if ('ignore' in rule) return [typeof rule.ignore === 'string' ? rule.ignore : rule.ignore.path];
  if ('not' in rule) return [rule.path];
  return [...(rule.path === undefined ? [] : [rule.path]), ...(rule.paths ?? [])];
}

/** The records that stand at these places of a message of which something was left out. */
export function recordsAt<T extends { readonly path: Place }>(
  message: unknown,
  records: readonly T[],
): readonly { readonly record: JsonObject; readonly path: Place }[] {
  return records.flatMap(({ path }) => {
    const record = valueAt(message, path);
    return isJsonObject(record) ? [{ record, path }] : [];
  });
}

interface Cut {
  readonly inner: Map<string | number, Cut>;
  isWhole: boolean;
}

/** A copy without what stands at these places; items of a list become null, and none moves. */
export function without(message: unknown, places: readonly Place[]): unknown {
  const root: Cut = { inner: new Map(), isWhole: false };
  for (const place of places) {
    let cut = root;
    for (const step of place) {
      const next: Cut = cut.inner.get(step) ?? { inner: new Map(), isWhole: false };
      cut.inner.set(step, next);
      cut = next;
    }
    cut.isWhole = true;
  }
  return cutOut(message, root);
}

function cutOut(value: unknown, cut: Cut): unknown {
  if (Array.isArray(value)) {
    return value.map((item, i) => {
      const inner = cut.inner.get(i);
      return inner ? (inner.isWhole ? null : cutOut(item, inner)) : item;
    });
  }
  if (!isJsonObject(value)) return value;
  const left = Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
    const inner = cut.inner.get(name);
    if (inner?.isWhole) return [];
    return [[name, inner ? cutOut(item, inner) : item]];
  });
  return Object.fromEntries(left);
}
