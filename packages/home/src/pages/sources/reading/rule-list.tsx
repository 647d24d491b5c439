import type { Mapping } from '@hookline/contract';
import { useFormats } from '../../../format/formats.ts';
import { useLaterTexts, useTexts } from '../../../language/language.tsx';
import { Button, IconButton } from '../../../parts/button.tsx';
import classes from './reading.module.css';
import { lineName, linesOf, type Rules, without } from './rules.ts';
import { lineText } from './targets.ts';

/** What this office has said, line by line, each to be taken back. */
export function RuleList(props: {
  readonly rules: Rules;
  readonly saved: Rules;
  readonly onChange: (rules: Rules) => void;
}) {
  const t = useLaterTexts().reading;
  const texts = useTexts();
  const { rules, saved, onChange } = props;
  const known = new Set(linesOf(saved).map(lineName));
  if (rules.length === 0) return <p className="muted">{t.noRules}</p>;
  return (
    <ul className={classes.rules}>
      {linesOf(rules).map((line) => {
        const [name, text] = [lineName(line), lineText(line, t, texts)];
        return (
          <li key={name} data-is-changed={!known.has(name) || undefined}>
            <bdi>{text}</bdi>
            <IconButton
              aria-label={`${t.takeBack}: ${text}`}
              onClick={() => onChange(without(rules, name))}
              icon="close"
            />
          </li>
        );
      })}
    </ul>
  );
}

/** Who has said what and when, each to be taken up again. */
export function Versions(props: {
  readonly mapping: Mapping;
  readonly isBusy: boolean;
  readonly onRestore: (rules: Rules) => void;
}) {
  const t = useLaterTexts().reading;
  const { when, number } = useFormats();
  const { mapping, isBusy, onRestore } = props;
  const restore = (label: string, rules: Rules, of = '') => (
    <Button isSmall disabled={isBusy} onClick={() => onRestore(rules)}>
      {label}
      <span className="spoken"> {of}</span>
    </Button>
  );
  if (mapping.versions.length === 0) return null;
  return (
    <details>
      <summary>{t.versions}</summary>
      <ul className={classes.versions}>
        {mapping.versions.map(({ version, savedAt, savedBy, rules }) => (
          <li key={version}>
            <span>
              {t.version(number(version), number(linesOf(rules).length))}
              <span className="muted">
                {' · '}
                {savedBy && <bdi>{savedBy.desk}, </bdi>}
                {when(savedAt)}
              </span>
            </span>
            {version !== mapping.version && restore(t.again, rules, `(${number(version)})`)}
          </li>
        ))}
      </ul>
      {mapping.rules.length > 0 && restore(t.builtIn, [])}
    </details>
  );
}
