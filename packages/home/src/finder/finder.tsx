import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from 'react';
import { useFormats } from '../format/formats.ts';
import { useLaterTexts, useTexts } from '../language/language.tsx';
import { IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { useDial } from '../parts/phone-link.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { goTo } from '../route.ts';
import classes from './finder.module.css';
import { FindingRow } from './finding-row.tsx';
import { type Finding, heldFindings } from './findings.ts';
import { type Findings, useFindings } from './use-findings.ts';

/** The list may be put in order until then. */
const UNREAD = 300;
type Wish = 'call' | 'open';

/** Search over phone book and archive, opened by `/`. */
export function Finder({ onClose }: { readonly onClose: () => void }) {
  const { finder: t, common } = useLaterTexts();
  const { searchHint } = useTexts().shell;
  const [typed, setTyped] = useState('');
  const found = useFindings(typed);
  const [chosen, setChosen] = useState<string>();
  // Nobody reads and reaches for a key in less time than that.
  const isRead = useSettled(typed, UNREAD) === typed || chosen !== undefined;
  const findings = useHeld(typed, found.findings, isRead);
  const [wish, setWish] = useState<Wish>();
  const at = Math.max(
    0,
    findings.findIndex(({ key }) => key === chosen),
  );
  const act = useActions(onClose);
  const list = useId();
  const idOf = (place: number) => `${list}-${place}`;
  const active = findings.length > 0 ? idOf(at) : undefined;
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const first = findings[0];
  const isDue = wish !== undefined && !found.isAsking && first !== undefined;
  const fulfil = useEffectEvent(() => {
    setWish(undefined);
    if (wish && first) act(first, wish);
  });
  useEffect(() => {
    if (isDue) fulfil();
  }, [isDue]);

  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const finding = findings[at];
    const to = nextPlace(event.key, at, findings.length);
    const next = to === undefined ? undefined : findings[to];
    if (next) setChosen(next.key);
    else if (event.key === 'Enter') {
      const wanted = event.ctrlKey || event.metaKey ? 'call' : 'open';
      // Who types and goes on at once means whom the answer has first.
      if (found.isAsking && !(finding && isRead)) setWish(wanted);
      else if (finding) act(finding, wanted);
    } else return;
    event.preventDefault();
  };
  const click = (event: MouseEvent<HTMLElement>, finding: Finding) => {
    const isCall = event.target instanceof Element && event.target.closest('[data-call]') !== null;
    act(finding, isCall ? 'call' : 'open');
  };

  return (
    <Dialog isWide label={common.search} onClose={onClose}>
      <div className={classes.dialog}>
        <div className={classes.top}>
          <Icon name="search" size={22} />
          <input
            data-autofocus
            className={classes.field}
            type="text"
            role="combobox"
            aria-label={searchHint}
            placeholder={searchHint}
            aria-expanded={findings.length > 0}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={active}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setChosen(undefined);
              setWish(undefined);
            }}
            onKeyDown={keyDown}
          />
          <IconButton icon="close" aria-label={common.close} onClick={onClose} />
        </div>
        <div
          className={classes.list}
          id={list}
          role="listbox"
          aria-label={t.results}
          hidden={findings.length === 0}
        >
          {findings.map((finding, place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which has the focus
            <div
              key={finding.key}
              id={idOf(place)}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              className={`${classes.finding} ${finding.kind === 'contact' ? classes.person : ''}`}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setChosen(finding.key)}
              onClick={(event) => click(event, finding)}
            >
              <FindingRow finding={finding} query={found.query} />
            </div>
          ))}
        </div>
        {findings.length === 0 && <Hint isTyped={typed.trim() !== ''} found={found} />}
        <Foot found={{ ...found, findings }} isTyped={typed.trim() !== ''} />
      </div>
    </Dialog>
  );
}

/** What was found for one text stays where it was when it was read. */
function useHeld(typed: string, findings: readonly Finding[], isRead: boolean) {
  const [before, setBefore] = useState({ typed, findings });
  const shown =
    before.typed === typed && isRead ? heldFindings(before.findings, findings) : findings;
  const isOther = ({ key }: Finding, place: number) => key !== before.findings[place]?.key;
  if (before.typed !== typed || shown.length !== before.findings.length || shown.some(isOther)) {
    setBefore({ typed, findings: shown });
  }
  return shown;
}

/** To look at somebody calls nobody: for that there is a key and a button of its own. */
function useActions(onClose: () => void): (finding: Finding, wish: Wish) => void {
  const dial = useDial();
  return (finding, wish) => {
    onClose();
    if (finding.kind === 'job') goTo('jobs', finding.reference);
    else if (finding.kind === 'dial' && wish === 'call') dial(finding.number);
    else if (finding.kind === 'dial') goTo('contacts', finding.number);
    else {
      const { id, number } = finding.contact;
      if (wish === 'call' && number !== null) dial(number);
      else goTo('contacts', id ?? number ?? '');
    }
  };
}

function Hint({ isTyped, found }: { isTyped: boolean; found: Findings }) {
  const t = useLaterTexts().finder;
  if (isTyped && found.isAsking) return <p className={classes.hint}>{t.asking}</p>;
  return (
    <p className={classes.hint}>
      <strong>{isTyped ? t.nobody : t.what}</strong>
      {isTyped ? t.nobodyHint : t.whatHint}
    </p>
  );
}

function Foot({ found, isTyped }: { found: Findings; isTyped: boolean }) {
  const t = useLaterTexts().finder;
  const { number } = useFormats();
  const { count, findings, archiveError } = found;
  const shown = number(findings.filter(({ kind }) => kind !== 'dial').length);
  const counted = shown === count ? t.found(count) : t.shown(shown, count);
  return (
    <div className={classes.foot}>
      <span role="status">
        {isTyped && !(found.isAsking && shown === '0') && counted}{' '}
        {isTyped && archiveError && <span className={classes.warning}>{t.noArchive}</span>}
      </span>
      <span className={classes.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd> {t.keys.choose}
        </span>
        <span>
          <kbd>⏎</kbd> {t.keys.open}
        </span>
        <span>
          <kbd>{t.keys.control}</kbd>
          <kbd>⏎</kbd> {t.keys.call}
        </span>
        <span>
          <kbd>Esc</kbd> {t.keys.close}
        </span>
      </span>
    </div>
  );
}

function nextPlace(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
