import type { Channel, KindPreview, RecordPreview, Target } from '@hookline/contract';
import { pathTo } from '@hookline/records';
import { isContainer, scalarText } from '../../../format/payload-json.ts';
import { shortText } from '../../../format/payload-text.ts';
import { likelyTargets } from './likely-targets.ts';
import { shownPath } from './rule-text.ts';
import { type Rules, withNot, withRule, withTarget } from './rules.ts';
import { TARGETS_OF, targetWord } from './targets.ts';
import type { ReadingTexts } from './texts.ts';

type Place = RecordPreview['path'];
export type Mark = RecordPreview['marks'][number];

/** A value of a message that somebody points at. */
export interface Pointed {
  readonly place: Place;
  readonly value: unknown;
}

/** Something that can be said about it, and the rules with it. */
export interface Choice {
  readonly label: string;
  readonly rules: Rules;
}

export interface Choices {
  readonly likely: readonly Choice[];
  readonly others: readonly Choice[];
  /** What it is not, and what is not to be read. */
  readonly against: readonly Choice[];
}

/** No record begins here, so a path to anywhere begins with the message. */
const NOWHERE: Place = ['\0'];

export function placeName(place: Place): string {
  return JSON.stringify(place);
}

/** What each value is read as. In a message with several jobs, what stands above them is said once. */
export function marksOf(records: readonly RecordPreview[]): ReadonlyMap<string, readonly Mark[]> {
  const all = new Map<string, Mark[]>();
  for (const mark of records.flatMap(({ marks }) => marks)) {
    const name = placeName(mark.path);
    const known = all.get(name) ?? [];
    if (!known.some(({ target }) => target === mark.target)) all.set(name, [...known, mark]);
  }
  return all;
}

/** What stands between two values that are one thing: a first name and a last name, a day and a time. */
const JOINS: Readonly<Record<string, string>> = {
  name: ' ',
  phone: ' ',
  address: ', ',
  note: ', ',
  at: ' ',
  pickupBy: ' ',
  deliverBy: ' ',
  reference: '-',
};

function lastWord(target: Target): string {
  return target.slice(target.lastIndexOf('.') + 1);
}

export function choicesFor(
  { place, value }: Pointed,
  channel: Channel,
  kind: KindPreview,
  rules: Rules,
  t: ReadingTexts,
): Choices {
  const message = kind.sample.payload;
  const record = kind.records
    .filter(({ path }) => path.every((step, at) => step === place[at]))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  const path = pathTo(place, message, record?.path ?? NOWHERE);
  const isByRule = (target: Target) =>
    record?.marks.some((mark) => mark.target === target && mark.by === 'rule') ?? false;
  const saying = (target: Target): Choice => ({
    label: target === 'record' ? t.here(t.one[channel]) : targetWord(target, t.words),
    rules:
      target === 'record'
        ? withTarget(rules, target, recordPath(place, value), 'instead')
        : withTarget(rules, target, path, isByRule(target) ? 'instead' : 'else'),
  });
  const possible = isContainer(value)
    ? (['record', ...TARGETS_OF[channel].filter((each) => /address$/.test(each))] as Target[])
    : TARGETS_OF[channel];
  const likely = likelyTargets(channel, place, value).filter((each) => possible.includes(each));
  const others = possible.filter((each) => !likely.includes(each));
  const marks = marksOf(kind.records).get(placeName(place)) ?? [];
  const joined = possible.filter(
    (each) =>
      Object.hasOwn(JOINS, lastWord(each)) &&
      isByRule(each) &&
      !marks.some(({ target }) => target === each),
  );
  const text = typeof value === 'boolean' ? String(value) : scalarText(value);
  const byRule = marks.filter(({ by }) => by === 'rule');
  return {
    likely: likely.map(saying),
    others: [
      ...joined.map((target) => ({
        label: t.and(targetWord(target, t.words)),
        rules: withTarget(rules, target, path, { join: JOINS[lastWord(target)] ?? ' ' }),
      })),
      ...others.map(saying),
    ],
    against: [
      ...marks.map(({ target }) => ({
        label: t.isNot(targetWord(target, t.words)),
        rules: withNot(rules, target, path),
      })),
      {
        label: t.ignore,
        // One rule that reads it and one that does not would leave open which counts.
        rules: withRule(
          byRule.reduce((left, { target }) => withNot(left, target, path), rules),
          {
            ignore: path,
          },
        ),
      },
      ...(text === undefined || isContainer(value) || text.length > 200
        ? []
        : [
            {
              label: t.ignoreAll(shownPath(path), shortText(text, 40)),
              rules: withRule(rules, {
                ignore: { path: pathTo(place, message, NOWHERE), is: text },
              }),
            },
          ]),
    ],
  };
}

/** Of a list, each item: the next message has another number of them. */
function recordPath(place: Place, value: unknown): string {
  const steps = Array.isArray(value) ? [...place, 0] : place;
  return steps.reduce<string>((text, step) => {
    const next = typeof step === 'number' ? '[*]' : pathTo([step], undefined);
    return text + (next.startsWith('[') ? '' : '.') + next;
  }, '$');
}
