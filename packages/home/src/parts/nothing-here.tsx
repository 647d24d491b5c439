import { HooklineError } from 'hookline-client';
import type { ReactNode } from 'react';
import { RequestError } from '../backend/request.ts';
import { useTexts } from '../language/language.tsx';
import { Busy, Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import classes from './nothing-here.module.css';

/** What stands where a list would be, when there is nothing to list. */
export function NothingHere(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={classes.nothing}>
      <span className="muted">
        <Icon name={props.icon} size={40} />
      </span>
      <h2 className="heading">{props.title}</h2>
      {(props.text ?? props.children) && (
        <div className={classes.why}>
          {props.text}
          {props.children}
        </div>
      )}
    </div>
  );
}

export function Loading() {
  const t = useTexts().nothingHere;
  return (
    <div className={classes.nothing} role="status">
      <Busy />
      <span className="muted">{t.loading}</span>
    </div>
  );
}

/** Says in plain words why a request failed, and offers to try again. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const t = useTexts().nothingHere;
  return (
    <NothingHere icon="warning" title={t.failed}>
      <div className={classes.failed} role="alert">
        <span>{useReason(error)}</span>
        {retry && <Button onClick={retry}>{t.tryAgain}</Button>}
      </div>
    </NothingHere>
  );
}

/** Why a request failed, in a sentence. */
export function useReason(error: unknown): string {
  const t = useTexts().nothingHere;
  if (!(error instanceof RequestError || error instanceof HooklineError)) {
    return error instanceof Error ? error.message : String(error);
  }
  if (error.code === 'access_not_configured') return t.notConfigured;
  if (error.status === 401 || error.status === 403) return t.unauthorised;
  if (error.status === 0 || error.status === 502 || error.status === 504) return t.offline;
  return error.status === 503 ? t.archiveAway : error.message;
}
