import type { Channel, MappingPreview } from '@hookline/contract';
import { COURIER_CLASSES, JOB_CLASSES } from '@hookline/contract/words';
import { useFormats } from '../../../format/formats.ts';
import { statusText } from '../../../format/payload-status.ts';
import { useLanguage, useTexts } from '../../../language/language.tsx';
import { SelectField } from '../../../parts/fields.tsx';
import classes from './reading.module.css';
import { type Rules, withWord } from './rules.ts';
import { statusOf } from './targets.ts';
import { READING } from './texts.ts';

/** Each word that the sender has for a status, and what it means, to be chosen. */
export function StatusList(props: {
  readonly channel: Channel;
  readonly statuses: MappingPreview['statuses'];
  readonly rules: Rules;
  readonly onChange: (rules: Rules) => void;
}) {
  const t = useTexts(READING);
  const language = useLanguage();
  const { number } = useFormats();
  const { channel, statuses, rules, onChange } = props;
  const known = channel === 'jobs' ? JOB_CLASSES : COURIER_CLASSES;
  return (
    <ul className={classes.statuses}>
      {statuses.map(({ word, count, statusClass }) => (
        <li key={word} data-is-unknown={statusClass === null || undefined}>
          <bdi className={classes.word}>{word}</bdi>
          <span className="muted numbers">{number(count)}×</span>
          <SelectField
            isSmall
            aria-label={t.means(word)}
            value={statusClass ?? ''}
            options={[
              ...(statusClass === null ? [{ value: '', label: t.unknown }] : []),
              ...known.map((value) => ({ value, label: statusText(value, language) })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const means = known.find((each) => each === value);
              if (means) onChange(withWord(rules, statusOf(channel), word, means));
            }}
          />
        </li>
      ))}
    </ul>
  );
}
