import type { KindPreview } from '@hookline/contract';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useFormats } from '../../../format/formats.ts';
import { entriesOf, isContainer, scalarText, sizeOf } from '../../../format/payload-json.ts';
import { statusText } from '../../../format/payload-status.ts';
import { shortText } from '../../../format/payload-text.ts';
import { useLaterTexts, useTexts } from '../../../language/language.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { type Mark, marksOf, type Pointed, placeName } from './choices.ts';
import classes from './reading.module.css';
import { targetWord } from './targets.ts';

interface MessageTreeProps {
  readonly kind: KindPreview;
  readonly onPoint: (pointed: Pointed) => void;
}

/** A message in which every value says what it is read as, and can be pointed at. */
export function MessageTree({ kind, onPoint }: MessageTreeProps) {
  const t = useLaterTexts().reading;
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());
  const [current, setCurrent] = useState('');
  const tree = useRef<HTMLDivElement>(null);
  const marks = useMemo(() => marksOf(kind.records), [kind]);
  const rows = rowsOf(kind.sample.payload, flipped);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === current),
  );
  const flip = (key: string) => setFlipped(flipped.symmetricDifference(new Set([key])));
  const focus = (index: number) => {
    const next = tree.current?.children[Math.min(Math.max(index, 0), rows.length - 1)];
    if (next instanceof HTMLElement) next.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[at];
    if (!row) return;
    const { key, place, size } = row;
    const canFold = size !== undefined && size > 0 && isOpen(place, key, flipped);
    const canUnfold = size !== undefined && size > 0 && !canFold;
    const isAbove = ({ place: other }: Row) => other.length < place.length;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(at + 1),
      ArrowUp: () => focus(at - 1),
      ArrowRight: () => (canUnfold ? flip(key) : canFold && focus(at + 1)),
      ArrowLeft: () => (canFold ? flip(key) : focus(rows.slice(0, at).findLastIndex(isAbove))),
      Home: () => focus(0),
      End: () => focus(rows.length - 1),
    };
    const move = moves[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    move();
  };
  return (
    <>
      <div
        ref={tree}
        className={classes.tree}
        role="tree"
        aria-label={t.message}
        onKeyDown={onKeyDown}
      >
        {rows.map((row, index) => (
          <button
            type="button"
            key={row.key}
            role="treeitem"
            className={classes.row}
            aria-level={row.place.length}
            aria-expanded={row.size ? isOpen(row.place, row.key, flipped) : undefined}
            tabIndex={index === at ? 0 : -1}
            style={{ '--level': Math.min(row.place.length, 7) - 1 } as CSSProperties}
            onFocus={() => setCurrent(row.key)}
            onClick={({ target }) => {
              if (target instanceof Element && target.closest('[data-fold]')) flip(row.key);
              else onPoint(row);
            }}
          >
            <RowContent row={row} />
            {marks.get(row.key)?.map((mark) => (
              <Tag key={mark.target} mark={mark} kind={kind} />
            ))}
          </button>
        ))}
      </div>
      {isCut(rows) && <p className="muted">{t.more}</p>}
    </>
  );
}

function RowContent({ row: { name, value, size } }: { readonly row: Row }) {
  const t = useLaterTexts().payloadTree;
  const { number } = useFormats();
  const count = size === undefined ? '' : number(size);
  return (
    <>
      <span className={classes.fold} data-fold={size ? true : undefined}>
        {size ? <Icon name="chevronDown" size={14} /> : null}
      </span>
      <bdi className={classes.name}>{shortText(name, 60) || '""'}</bdi>
      {size === undefined ? (
        <bdi className={classes.value}>{valueText(value) ?? t.empty}</bdi>
      ) : (
        <span className="muted">{(Array.isArray(value) ? t.items : t.fields)(count)}</span>
      )}
    </>
  );
}

export function valueText(value: unknown): string | undefined {
  const text = typeof value === 'boolean' ? String(value) : scalarText(value);
  return text === undefined ? undefined : shortText(text, 120);
}

/** What a value is read as, in words; who says so, by its colour and in words that are heard. */
function Tag({ mark, kind }: { readonly mark: Mark; readonly kind: KindPreview }) {
  const t = useLaterTexts().reading;
  const texts = useTexts();
  const { target, by } = mark;
  const of = kind.records.find(({ marks }) => marks.includes(mark))?.statusClass;
  const who = { rule: t.byRule, preset: kind.preset ?? '', 'built-in': '' }[by];
  return (
    <span className={classes.tag} data-by={by} title={who || undefined}>
      {targetWord(target, t.words)}
      {/^stat/.test(target) && of && ` · ${statusText(of, texts)}`}
      {who && <span className="spoken"> ({who})</span>}
    </span>
  );
}

/** A line of the tree. */
interface Row extends Pointed {
  readonly key: string;
  readonly name: string;
  /** Of an object or a list. */
  readonly size: number | undefined;
}

/** A message of a megabyte would hold up the page, and nobody points at its end. */
const MOST = 400;
/** Of a list, the first items say what the others are like. */
const OPEN_ITEMS = 2;

/** All lines that are unfolded; `flipped` are those that somebody has folded or unfolded. */
export function rowsOf(message: unknown, flipped: ReadonlySet<string>): readonly Row[] {
  const rows: Row[] = [];
  const add = (outer: unknown, place: Pointed['place']) => {
    if (!isContainer(outer)) return;
    const entries = Array.isArray(outer)
      ? outer.slice(0, MOST).map((item, at): [number, unknown] => [at, item])
      : entriesOf(outer as Record<string, unknown>);
    for (const [step, value] of entries) {
      if (rows.length >= MOST) return;
      const inner = [...place, step];
      const key = placeName(inner);
      const name = typeof step === 'number' ? `${step + 1}.` : step;
      rows.push({
        key,
        place: inner,
        name,
        value,
        size: isContainer(value) ? sizeOf(value) : undefined,
      });
      if (isOpen(inner, key, flipped)) add(value, inner);
    }
  };
  add(message, []);
  return rows;
}

function isOpen(place: Pointed['place'], key: string, flipped: ReadonlySet<string>) {
  const step = place.at(-1);
  return (typeof step === 'number' && step >= OPEN_ITEMS) === flipped.has(key);
}

/** Whether the tree ends before the message does. */
export function isCut(rows: readonly Row[]): boolean {
  return rows.length >= MOST;
}
