import { useTexts } from '../language/language.tsx';
import classes from './connection-line.module.css';
import { useSession } from './session.ts';
import { SHELL } from './texts.ts';

/** Says why the archive is empty on a server that others can reach and that nobody has closed. */
export function AccessLine() {
  const t = useTexts(SHELL);
  if (useSession()?.configured !== false) return null;
  return (
    <div className={classes.line} role="status">
      <span>
        <strong>{t.archiveClosed}</strong> {t.archiveClosedHelp}
      </span>
    </div>
  );
}
