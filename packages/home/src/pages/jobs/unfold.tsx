import type { ReactNode } from 'react';
import { TextButton } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useKept } from '../../scroll-position.ts';
import classes from './unfold.module.css';

/** Something to unfold. What is folded is not made at all: a payload may be a megabyte. */
export function Unfold(props: {
  readonly label: string;
  /** Names it on the page: it is as it was left for who comes back. */
  readonly name: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useKept(`unfolded ${props.name}`, props.isOpen ?? false);
  return (
    <div className={classes.unfold}>
      <TextButton className="folds" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="chevronDown" size={16} />
        {props.label}
      </TextButton>
      {isOpen && <div className={classes.inside}>{props.children}</div>}
    </div>
  );
}
