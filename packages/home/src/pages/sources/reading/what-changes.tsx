import type { MappingPreview, Target } from '@hookline/contract';
import { TIME_TARGETS } from '@hookline/contract/words';
import { useFormats } from '../../../format/formats.ts';
import { statusText } from '../../../format/payload-status.ts';
import { useLaterTexts, useTexts } from '../../../language/language.tsx';
import { Icon } from '../../../parts/icon.tsx';
import classes from './reading.module.css';
import { shownPath, shownValue, targetWord } from './targets.ts';

type StatusClass = MappingPreview['statuses'][number]['statusClass'];

/** What is doubtful about the rules. */
export function Warnings({ warnings }: Pick<MappingPreview, 'warnings'>) {
  const t = useLaterTexts().reading;
  const { number } = useFormats();
  return (
    <ul className={classes.warnings}>
      {warnings.map(({ kind, target, text, count }) => (
        <li key={`${kind} ${target} ${text}`}>
          <Icon name="warning" size={16} />
          {(kind === 'failed' && target && TIME_TARGETS.includes(target)
            ? t.noTime
            : t.warning[kind])(
            targetWord(target ?? 'status', t.words),
            shownPath(text ?? ''),
            number(count),
          )}
        </li>
      ))}
    </ul>
  );
}

/** What saving would do to the jobs or contacts that are there. */
export function WhatChanges({ changes }: Pick<MappingPreview, 'changes'>) {
  const t = useLaterTexts().reading;
  const texts = useTexts();
  const formats = useFormats();
  const { number } = formats;
  const { before, after, items } = changes;
  const shown = (target: Target, value: string | null, means: StatusClass = null) =>
    value === null
      ? t.none
      : `${shownValue(target, value, formats)}${means ? ` (${statusText(means, texts)})` : ''}`;
  const counts = (['joined', 'split', 'changed'] as const).filter((name) => changes[name] > 0);
  if (counts.length === 0 && before === after) return <p className="muted">{t.same}</p>;
  const arrow = (
    <span role="img" aria-label={t.becomes}>
      {' → '}
    </span>
  );
  return (
    <>
      <p>
        {[
          t.sum(number(before), number(after)),
          ...counts.map((name) => `${number(changes[name])} ${t[name]}`),
        ].join(' · ')}
      </p>
      <ul className={classes.changes}>
        {items.map((item) => (
          <li key={JSON.stringify([item.before, item.after])}>
            <strong>
              <bdi>{item.before.join(' + ') || t.none}</bdi>
              {item.before.join() !== item.after.join() && (
                <>
                  {arrow}
                  <bdi>{item.after.join(' + ') || t.none}</bdi>
                </>
              )}
            </strong>
            {item.facts.map((fact) => (
              <span key={fact.target}>
                {targetWord(fact.target, t.words)}:{' '}
                <bdi className="muted">
                  {shown(fact.target, fact.before, fact.statusClass?.before)}
                </bdi>
                {arrow}
                <bdi>{shown(fact.target, fact.after, fact.statusClass?.after)}</bdi>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
