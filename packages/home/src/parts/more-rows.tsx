import { type RefObject, useEffect, useRef } from 'react';
import { useLaterTexts } from '../language/language.tsx';
import { Button } from './button.tsx';

/** Shows the next page of a list, and nothing when there is none. */
export function MoreRows(props: {
  readonly list: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}) {
  const t = useLaterTexts().moreRows;
  const { list, count } = props;
  const button = useRef<HTMLButtonElement>(null);
  const goesOnAt = useRef<number>(undefined);
  useEffect(() => {
    // The button is below the new rows now, or gone: whoever pressed a key goes on where they are.
    if (goesOnAt.current === undefined || count <= goesOnAt.current) return;
    const row = list.current?.querySelectorAll<HTMLElement>('[data-row]').item(goesOnAt.current);
    goesOnAt.current = undefined;
    if (button.current === document.activeElement || document.body === document.activeElement) {
      row?.focus();
    }
  }, [list, count]);
  if (!props.hasMore) return null;
  return (
    <Button
      ref={button}
      isWide
      isBusy={props.isLoading}
      onClick={() => {
        goesOnAt.current = count;
        props.onMore();
      }}
    >
      {t.more}
    </Button>
  );
}
