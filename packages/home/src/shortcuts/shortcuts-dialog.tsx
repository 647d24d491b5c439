import { useLaterTexts, useTexts } from '../language/language.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { useShortcuts } from './shortcuts.ts';
import classes from './shortcuts-dialog.module.css';

/** As they are written on keyboards. */
const SHOWN: Readonly<Record<string, string>> = { ArrowDown: '↓', ArrowUp: '↑', Escape: 'Esc' };

/** The keys that do something on the page that is open. */
export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useLaterTexts().shortcutsDialog;
  // A key that two parts take does what the later one says.
  const byKey = new Map(useShortcuts().map(({ key, label }) => [key, label]));
  return (
    <Dialog onClose={onClose} title={useTexts().shell.shortcuts}>
      <table className={classes.keys}>
        <thead>
          <tr>
            <th>{t.key}</th>
            <th>{t.what}</th>
          </tr>
        </thead>
        <tbody>
          {[...byKey].map(([key, label]) => (
            <tr key={key}>
              <td>
                <kbd>{SHOWN[key] ?? key}</kbd>
              </td>
              <td>{label}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="muted">{t.hint}</p>
    </Dialog>
  );
}
