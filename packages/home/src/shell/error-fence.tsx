import { Button } from '@mantine/core';
import { Component, type ReactNode, useEffect } from 'react';
import { NothingHere } from '../components/nothing-here.tsx';
import { useTexts } from '../language/language.tsx';
import { isMissingPart, reloadOnceServed } from './missing-part.ts';
import { SHELL } from './texts.ts';

/** What fails inside does not take the rest of the page with it: the telephone goes on ringing. */
export class ErrorFence extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return isMissingPart(error) ? <Missing /> : <Broken error={error} />;
  }
}

function Broken({ error }: { error: unknown }) {
  const t = useTexts(SHELL);
  return (
    <NothingHere icon="warning" title={t.broken}>
      <p className="foreign">{String(error)}</p>
      <Reload />
    </NothingHere>
  );
}

function Missing() {
  const t = useTexts(SHELL);
  useEffect(reloadOnceServed, []);
  return (
    <NothingHere icon="refresh" title={t.missing}>
      <p>{t.missingHint}</p>
      <Reload />
    </NothingHere>
  );
}

function Reload() {
  const t = useTexts(SHELL);
  return (
    <Button variant="default" onClick={() => location.reload()}>
      {t.reload}
    </Button>
  );
}
