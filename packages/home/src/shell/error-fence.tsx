import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { NothingHere } from '../components/nothing-here.tsx';
import { useTexts } from '../language/language.tsx';
import { SHELL } from './texts.ts';

/** What fails inside does not take the rest of the page with it: the telephone goes on ringing. */
export class ErrorFence extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return <Broken error={this.state.error} />;
  }
}

function Broken({ error }: { error: unknown }) {
  const t = useTexts(SHELL);
  return (
    <NothingHere icon="warning" title={t.broken}>
      <p className="foreign">{String(error)}</p>
      <Button variant="default" onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </NothingHere>
  );
}
