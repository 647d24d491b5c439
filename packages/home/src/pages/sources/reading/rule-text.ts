import { statusText } from '../../../format/payload-status.ts';
import type { Language } from '../../../language/language.tsx';
import { type Line, pathsOf } from './rules.ts';
import { targetWord } from './targets.ts';
import { READING } from './texts.ts';

/** A path as it is read: where it begins matters to the server alone. */
export function shownPath(path: string): string {
  return path.replace(/^\$\.?(?=.)/, '');
}

/** What is said, in a sentence. */
export function lineText({ rule, word }: Line, language: Language): string {
  const t = READING[language];
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
  if (means !== undefined) return `${of} ${word} ${t.wordMeans} ${statusText(means, language)}`;
  const places = pathsOf(rule).map(shownPath);
  return `${of} ${t.inPath} ${places.join(rule.join === undefined ? t.orElse : t.joinedBy)}`;
}
