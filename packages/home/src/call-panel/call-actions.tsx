import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { useLaterTexts } from '../language/language.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import classes from './call-card.module.css';

/** In the order of the buttons: what is wanted most often stands first. */
const SHOWN: readonly CallCommand[] = ['answer', 'resume', 'hold', 'transfer', 'reject', 'hangup'];

const ICONS: Record<CallCommand, IconName> = {
  answer: 'phone',
  reject: 'phoneDown',
  hangup: 'phoneDown',
  hold: 'hold',
  resume: 'play',
  transfer: 'transfer',
};

export const KEYS: Record<CallCommand, string> = {
  answer: 'Alt+A',
  hold: 'Alt+H',
  resume: 'Alt+H',
  transfer: 'Alt+T',
  reject: 'Alt+X',
  hangup: 'Alt+X',
};

interface CallActionsProps {
  readonly call: LiveCall;
  readonly keyed: ReadonlySet<CallCommand>;
  readonly isOnline: boolean;
  readonly onCommand: (command: CallCommand) => void;
}

/** A button for each command that the call takes now. */
export function CallActions({ call, keyed, isOnline, onCommand }: CallActionsProps) {
  const t = useLaterTexts().callActions;
  const shown = SHOWN.filter((command) => call.features.includes(command));
  if (shown.length === 0) return null;
  return (
    <div className={classes.actions}>
      {shown.map((command) => {
        const key = keyed.has(command) ? KEYS[command] : undefined;
        return (
          <button
            type="button"
            key={command}
            className={classes.action}
            data-command={command}
            disabled={!isOnline}
            title={key ? `${t[command]} (${key})` : t[command]}
            aria-keyshortcuts={key}
            onClick={() => onCommand(command)}
          >
            <Icon name={ICONS[command]} size={17} />
            {t[command]}
            {/* Its place is kept while the key means another call, or all below would move. */}
            <span className={classes.key} data-named={key !== undefined} aria-hidden="true">
              {KEYS[command]}
            </span>
          </button>
        );
      })}
    </div>
  );
}
