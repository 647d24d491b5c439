import type { Channel, KindPreview, MappingRule, RecordPreview, Target } from '@hookline/contract';
import { TIME_TARGETS } from '@hookline/contract/words';
import { pathsOf, pathTo } from '@hookline/records';
import { isContainer, scalarText } from '../../../format/payload-json.ts';
import { shortText } from '../../../format/payload-text.ts';
import type { LaterTexts } from '../../../language/language.tsx';
import { likelyTargets } from './likely-targets.ts';
import { type Rules, ruleFor, withNot, withRule, withTarget } from './rules.ts';
import { shownPath, TARGETS_OF, targetWord } from './targets.ts';

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

/** A time without its day. */
const CLOCK = /^\d{1,2}:\d\d/;
const NO_RULE: MappingRule = { target: 'reference' };
/** `03/04/2026`, which is a day of March or one of April. */
const EITHER_ORDER = /^(\d\d?)[/-](\d\d?)[/-](?:20)?(\d\d)(?!\d)/;

/** Which days a date may be, the likelier first; none where it is clear. */
function daysOf(text: string | undefined, rules: Rules) {
  const [, one = '', other = '', year = ''] = EITHER_ORDER.exec(text ?? '') ?? [];
  if (one === other || Number(one) > 12 || Number(other) > 12) return [];
  const dayIn = (month: string, day: string) =>
    `20${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const isMonthFirst = rules.some((rule) => 'target' in rule && rule.dates === 'month-first');
  const days = [
    { dates: 'day-first', day: dayIn(other, one) },
    { dates: 'month-first', day: dayIn(one, other) },
  ] as const;
  return isMonthFirst ? days.toReversed() : days;
}

/** The path of what something stands in. */
function above(path: string): string {
  return path.replace(/\.?[^.[\]]+$|\[[^\]]*\]$/, '');
}

function lastWord(target: Target): string {
  return target.slice(target.lastIndexOf('.') + 1);
}

const AS_DAY = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;

export function choicesFor(
  { place, value }: Pointed,
  channel: Channel,
  kind: KindPreview,
  rules: Rules,
  t: LaterTexts['reading'],
  locale: string,
): Choices {
  const dayFormat = new Intl.DateTimeFormat(locale, AS_DAY);
  const message = kind.sample.payload;
  const record = kind.records
    .filter(({ path }) => path.every((step, at) => step === place[at]))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  const path = pathTo(place, message, record?.path ?? NOWHERE);
  const isByRule = (target: Target) =>
    record?.marks.some((mark) => mark.target === target && mark.by === 'rule') ?? false;
  const text = typeof value === 'boolean' ? String(value) : scalarText(value);
  const saying = (target: Target): Choice[] => {
    const label = target === 'record' ? t.here(t.one[channel]) : targetWord(target, t.words);
    if (target === 'record') {
      return [{ label, rules: withTarget(rules, target, recordPath(place, value), 'instead') }];
    }
    const how = isByRule(target) ? 'instead' : 'else';
    const days = TIME_TARGETS.includes(target) ? daysOf(text, rules) : [];
    if (days.length === 0) return [{ label, rules: withTarget(rules, target, path, how) }];
    return days.map(({ dates, day }) => ({
      label: `${label}: ${dayFormat.format(new Date(day))}`,
      rules: withTarget(rules, target, path, how, dates),
    }));
  };
  const possible = isContainer(value)
    ? (['record', ...TARGETS_OF[channel].filter((each) => /address$/.test(each))] as Target[])
    : TARGETS_OF[channel];
  const marks = marksOf(kind.records).get(placeName(place)) ?? [];
  const isSaid = (target: Target) => pathsOf(ruleFor(rules, target) ?? NO_RULE).length > 0;
  // Whose number is known already, this is hardly that number.
  const likely = likelyTargets(channel, place, value)
    .filter((each) => possible.includes(each))
    .toSorted((a, b) => Number(isSaid(a)) - Number(isSaid(b)));
  const others = possible.filter((each) => !likely.includes(each));
  const joins = possible.filter(
    (each) =>
      Object.hasOwn(JOINS, lastWord(each)) &&
      isSaid(each) &&
      !marks.some(({ target, by }) => target === each && by === 'rule'),
  );
  const joining = (target: Target): Choice => ({
    label: t.and(targetWord(target, t.words)),
    rules: withTarget(rules, target, path, { join: JOINS[lastWord(target)] ?? ' ' }),
  });
  // What stands beside the first half is the second one.
  const halves = joins.filter(
    (each) =>
      each !== 'reference' &&
      likely.includes(each) &&
      pathsOf(ruleFor(rules, each) ?? NO_RULE).some((one) => above(one) === above(path)),
  );
  const [best = [], ...next] = likely.map(saying);
  const isHalf = text !== undefined && CLOCK.test(text);
  const byRule = marks.filter(({ by }) => by === 'rule');
  return {
    likely: [
      ...(isHalf ? [] : best),
      ...halves.map(joining),
      ...(isHalf ? best : []),
      ...next.flat(),
    ],
    others: [
      ...others.flatMap(saying),
      ...joins.filter((each) => !halves.includes(each)).map(joining),
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
