import type { ReactNode } from 'react';
import classes from './refusal.module.css';

/** What did not work, and why, beside what was tried. */
export function Refusal({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.refusal} role="alert">
      <strong>{title}</strong>
      <p>{children}</p>
    </div>
  );
}
