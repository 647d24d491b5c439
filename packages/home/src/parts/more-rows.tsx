import { type RefObject, useEffect, useRef } from 'react';
import { useLaterTexts } from '../language/language.tsx';
import { Button } from './button.tsx';

/** Shows the next page of a list, and nothing when there is none. */
export function MoreRows(props: {
  readonly list: RefObject<HTMLElement | null>;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}) {
  const t = useLaterTexts().moreRows;
  const { list } = props;
  const button = useRef<HTMLButtonElement>(null);
  /** The last row when the button was pressed. */
  const last = useRef<HTMLElement>(undefined);
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  useEffect(() => {
    // The button is below the new rows now, or gone: whoever pressed a key goes on where they are.
    const row = last.current && rows().find((_row, place, all) => all[place - 1] === last.current);
    if (!row) return;
    last.current = undefined;
    if (button.current === document.activeElement || document.body === document.activeElement) {
      row.focus();
    }
  });
  if (!props.hasMore) return null;
  return (
    <Button
      ref={button}
      isWide
      isBusy={props.isLoading}
      onClick={() => {
        last.current = rows().at(-1);
        props.onMore();
      }}
    >
      {t.more}
    </Button>
  );
}
