import { pathsOf } from '@hookline/records';
import { statusText } from '../../../format/payload-status.ts';
import type { LaterTexts, Texts } from '../../../language/language.tsx';
import type { Line } from './rules.ts';
import { targetWord } from './targets.ts';

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
