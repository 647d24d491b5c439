import type { Channel, MappingPreview } from '@hookline/contract';
import { COURIER_CLASSES, JOB_CLASSES } from '@hookline/contract/words';
import { useFormats } from '../../../format/formats.ts';
import { statusText } from '../../../format/payload-status.ts';
import { useLaterTexts, useTexts } from '../../../language/language.tsx';
import { Segments } from '../../../parts/segments.tsx';
import classes from './reading.module.css';
import { type Rules, ruleFor, withWord } from './rules.ts';
import { statusOf } from './targets.ts';

const MEANINGS = [...JOB_CLASSES, ...COURIER_CLASSES];
type Meaning = (typeof MEANINGS)[number];

/** Each word that the sender has for a status, and what it means, to be chosen. */
export function StatusList(props: {
  readonly channel: Channel;
  readonly statuses: MappingPreview['statuses'];
  readonly rules: Rules;
  readonly onChange: (rules: Rules) => void;
}) {
  const t = useLaterTexts().reading;
  const texts = useTexts();
  const { number } = useFormats();
  const { channel, statuses, rules, onChange } = props;
  const known: readonly Meaning[] = channel === 'jobs' ? JOB_CLASSES : COURIER_CLASSES;
  const names = Object.fromEntries(
    MEANINGS.map((means) => [means, statusText(means, texts)]),
  ) as Record<Meaning, string>;
  const said = ruleFor(rules, statusOf(channel))?.words ?? {};
  return (
    <ul className={classes.statuses}>
      {statuses.map(({ word, count, statusClass }) => (
        <li key={word} data-is-unknown={statusClass === null || undefined}>
          <bdi className={classes.word}>{word}</bdi>
          <span className="muted numbers">
            {number(count)}× {statusClass === null && t.unknown}
          </span>
          {/* All of them: a list would have to be opened for each word. */}
          <Segments
            label={t.means(word)}
            all={known}
            names={names}
            value={said[word] ?? statusClass ?? undefined}
            onChange={(means) => onChange(withWord(rules, statusOf(channel), word, means))}
          />
        </li>
      ))}
    </ul>
  );
}
