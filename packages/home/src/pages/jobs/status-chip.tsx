import { useLanguage } from '../../language/language.tsx';
import classes from './status-chip.module.css';
import { statusWords } from './status-words.ts';

/** The status of a job in a word, with the colour of how far it is. */
export function StatusChip({ status }: { status: string | null }) {
  const language = useLanguage();
  if (status === null || status.trim() === '') return null;
  const { word, tone } = statusWords(status, language);
  return (
    <bdi className={classes.chip} data-tone={tone} title={status.slice(0, 200)}>
      {word}
    </bdi>
  );
}
