import type { Channel, Target } from '@hookline/contract';
import { CONTACT_TARGETS, JOB_TARGETS, TIME_TARGETS } from '@hookline/contract/words';
import { pathsOf } from '@hookline/records';
import type { Formats } from '../../../format/formats.ts';
import { statusText } from '../../../format/payload-status.ts';
import type { LaterTexts, Texts } from '../../../language/language.tsx';
import type { Line } from './rules.ts';

/** What a value can be said to be, in the order in which dispatchers see it. */
export const TARGETS_OF: Record<Channel, readonly Target[]> = {
  jobs: JOB_TARGETS,
  // Only who drives has a vehicle, and is free or not.
  kunden: CONTACT_TARGETS.filter((target) => target !== 'state' && target !== 'vehicle'),
  kuriere: CONTACT_TARGETS,
};

/** By which a status is told. */
export function statusOf(channel: Channel): 'status' | 'state' {
  return channel === 'jobs' ? 'status' : 'state';
}

/** A time as people write it; all else as it was sent. */
export function shownValue(target: Target, value: string, { when, day }: Formats): string {
  if (!TIME_TARGETS.includes(target)) return value;
  return value.includes('T') ? when(value) : day(value);
}

type Words = { readonly [word: string]: string };

/** `pickup.phone` is "Abholung · Telefon". */
export function targetWord(target: Target, words: Words): string {
  return target
    .split('.')
    .map((part) => words[part])
    .join(' · ');
}

const STEP = /\["((?:[^"\\]|\\.)*)"\]|\[([^\]]*)\]|\.?([^.[]+)/g;

/** A path as people read it: where it begins, and how it is written, matters to the server alone. */
export function shownPath(path: string): string {
  const steps = path.replace(/^\$\.?(?=.)/, '').matchAll(STEP);
  return [...steps]
    .map(([, quoted, item, name]) => {
      if (item === undefined) return ` › ${quoted ?? name}`;
      if (item === '*') return ' › …';
      return /^\d+$/.test(item) ? ` › ${Number(item) + 1}.` : ` (${item.replace('=', ' = ')})`;
    })
    .join('')
    .replace(/^ › /, '');
}

/** What is said, in a sentence. */
export function lineText({ rule, word }: Line, t: LaterTexts['reading'], texts: Texts): string {
  if ('ignore' in rule) {
    return typeof rule.ignore === 'string'
      ? `${t.ignorePath} ${shownPath(rule.ignore)}`
      : `${t.ignoreWhere} ${shownPath(rule.ignore.path)} = ${rule.ignore.is}`;
  }
  if ('not' in rule) {
    return `${targetWord(rule.not, t.words)} ${t.isNotPath} ${shownPath(rule.path)}`;
  }
  const means = word === undefined ? undefined : rule.words?.[word];
  const of = targetWord(rule.target, t.words);
  if (means !== undefined) return `${of} ${word} ${t.wordMeans} ${statusText(means, texts)}`;
  const places = pathsOf(rule).map(shownPath);
  return `${of} ${t.inPath} ${places.join(rule.join === undefined ? t.orElse : t.joinedBy)}${rule.dates ? ` (${t.dates[rule.dates]})` : ''}`;
}
