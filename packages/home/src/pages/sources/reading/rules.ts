import type { MappingRule, Target } from '@hookline/contract';
import { pathsOf } from '@hookline/records';

export type Rules = readonly MappingRule[];

/** One thing that is said, as it is shown and taken back: a rule, or the meaning of one word. */
export interface Line {
  readonly rule: MappingRule;
  readonly word?: string;
}

const MOST_PATHS = 10;

export function linesOf(rules: Rules): readonly Line[] {
  return rules.flatMap((rule) => [
    ...(pathsOf(rule).length > 0 ? [{ rule }] : []),
    ...Object.keys(('target' in rule && rule.words) || {}).map((word) => ({ rule, word })),
  ]);
}

/** Tells lines apart, whoever has written them. */
export function lineName({ rule, word }: Line): string {
  if ('not' in rule) return JSON.stringify(['not', rule.not, rule.path]);
  if ('ignore' in rule) {
    const is = typeof rule.ignore === 'string' ? [] : [rule.ignore.is];
    return JSON.stringify(['ignore', pathsOf(rule), ...is]);
  }
  return word === undefined
    ? JSON.stringify([rule.target, pathsOf(rule), rule.join, rule.dates])
    : JSON.stringify([rule.target, word, rule.words?.[word]]);
}

export function isSame(a: Rules, b: Rules): boolean {
  const namesIn = (rules: Rules) => linesOf(rules).map(lineName).sort().join('\n');
  return namesIn(a) === namesIn(b);
}

type TargetRule = Extract<MappingRule, { target: Target }>;

/** The rule with these paths; nothing, if nothing is left to be said. */
function saying(
  { target, words = {}, join, dates }: TargetRule,
  paths: readonly string[],
): MappingRule[] {
  const [path, ...others] = paths;
  const hasWords = Object.keys(words).length > 0;
  if (path === undefined && !hasWords) return [];
  const where =
    others.length > 0
      ? { paths: paths.slice(0, MOST_PATHS), ...(join !== undefined && { join }) }
      : path !== undefined && { path };
  const isDated = path !== undefined && dates !== undefined;
  return [{ target, ...where, ...(hasWords && { words }), ...(isDated && { dates }) }];
}

export function without(rules: Rules, name: string): Rules {
  return rules.flatMap((rule) => {
    const isIt = lineName({ rule }) === name;
    if (!('target' in rule)) return isIt ? [] : [rule];
    const words = Object.entries(rule.words ?? {}).filter(
      ([word]) => lineName({ rule, word }) !== name,
    );
    return saying({ ...rule, words: Object.fromEntries(words) }, isIt ? [] : pathsOf(rule));
  });
}

/** A job has one number, and may have several further ones. */
export function ruleFor(rules: Rules, target: Target) {
  for (const rule of rules) {
    if ('target' in rule && rule.target === target && target !== 'alias') return rule;
  }
  return undefined;
}

function replaced(rules: Rules, old: MappingRule | undefined, by: readonly MappingRule[]): Rules {
  return old ? rules.flatMap((rule) => (rule === old ? by : [rule])) : [...rules, ...by];
}

/**
 * What stands there is the target. `else`: where the rule so far finds nothing, as in another kind
 * of message; `instead` of it; or both in one text, with what stands between them.
 */
export function withTarget(
  rules: Rules,
  target: Target,
  path: string,
  how: 'else' | 'instead' | { readonly join: string },
  dates?: TargetRule['dates'],
): Rules {
  const old = ruleFor(rules, target);
  const join = typeof how === 'object' ? how.join : undefined;
  const isAlone = how === 'instead' || (how === 'else' && old?.join !== undefined);
  const before = old && !isAlone ? pathsOf(old).filter((each) => each !== path) : [];
  const rule = {
    ...old,
    target,
    ...(join !== undefined && { join }),
    ...(dates !== undefined && { dates }),
  };
  const next = replaced(rules, old, saying(rule, [...before, path]));
  // Said the other way round before: the last word counts.
  const taken = [{ not: target, path }, { ignore: path }].map((rule) => lineName({ rule }));
  return taken.reduce(without, next);
}

/** Who points at what a rule has found takes it back; of what is built in, it is said for good. */
export function withNot(rules: Rules, target: Target, path: string): Rules {
  const old = rules.find(
    (rule) => 'target' in rule && rule.target === target && pathsOf(rule).includes(path),
  );
  if (!old || !('target' in old)) return withRule(rules, { not: target, path });
  const paths = pathsOf(old).filter((each) => each !== path);
  return replaced(rules, old, saying(old, paths));
}

export function withWord(
  rules: Rules,
  target: 'status' | 'state',
  word: string,
  means: NonNullable<TargetRule['words']>[string],
): Rules {
  const old = ruleFor(rules, target);
  const words = { ...old?.words, [word]: means };
  return replaced(rules, old, saying({ ...old, target, words }, old ? pathsOf(old) : []));
}

/** Once, and before what others say about the same target. */
export function withRule(rules: Rules, rule: MappingRule): Rules {
  const name = lineName({ rule });
  if (linesOf(rules).some((line) => lineName(line) === name)) return rules;
  const old = 'target' in rule ? ruleFor(rules, rule.target) : undefined;
  if (!old || !('target' in rule)) return [...rules, rule];
  const paths = pathsOf(rule);
  const others =
    rule.join === undefined ? pathsOf(old).filter((each) => !paths.includes(each)) : [];
  const added = { ...rule, ...(old.words && { words: old.words }) };
  return replaced(rules, old, saying(added, [...paths, ...others]));
}

/** What was changed here since `base`, on what others have saved meanwhile: for the same, mine counts. */
export function rebased(saved: Rules, mine: Rules, base: Rules): Rules {
  const [had, have] = [base, mine].map((rules) => new Set(linesOf(rules).map(lineName)));
  const gone = [...(had ?? [])].filter((name) => !have?.has(name));
  return linesOf(mine)
    .filter((line) => !had?.has(lineName(line)))
    .reduce(withLine, gone.reduce(without, saved));
}

function withLine(rules: Rules, { rule, word }: Line): Rules {
  if (!('target' in rule)) return withRule(rules, rule);
  const means = word === undefined ? undefined : rule.words?.[word];
  if (word !== undefined && means !== undefined) {
    return withWord(rules, rule.target as 'status' | 'state', word, means);
  }
  const { words: _words, ...place } = rule;
  return withRule(rules, place);
}
