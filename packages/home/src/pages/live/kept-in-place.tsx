import { Component, type ReactNode } from 'react';
import type { Entry } from './entry.ts';
import { rowButton, visibleButtons } from './row-focus.ts';

interface KeptInPlaceProps {
  readonly rows: readonly Entry[];
  /** The reader has scrolled: the first row on the screen is what is being read. */
  readonly isAway: boolean;
  readonly list: { readonly current: Element | null };
  readonly children: ReactNode;
}

/** A row and where it stands on the screen. */
interface Anchor {
  readonly key: string;
  readonly top: number;
}

/**
 * What is being read stays where it is when rows come in above it, at the top of the list too if it
 * is unfolded. A class, for only a class is told right before the page changes.
 */
export class KeptInPlace extends Component<KeptInPlaceProps> {
  override getSnapshotBeforeUpdate({ rows }: KeptInPlaceProps): Anchor | null {
    const { list, isAway } = this.props;
    if (rows === this.props.rows || !list.current) return null;
    // Where rows stand is asked only when it matters: the answer makes the browser lay out the page.
    if (!isAway && !list.current.querySelector('[aria-expanded=true]')) return null;
    const visible = visibleButtons(list.current);
    const read =
      visible.find((each) => each.ariaExpanded === 'true') ?? (isAway ? visible[0] : undefined);
    const key = read?.dataset['entry'];
    return read && key ? { key, top: read.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_: KeptInPlaceProps, __: unknown, anchor: Anchor | null): void {
    const { current } = this.props.list;
    const button = anchor && current && rowButton(current, anchor.key);
    if (!button) return;
    const moved = button.getBoundingClientRect().top - anchor.top;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}
