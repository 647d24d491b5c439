import { useEffect, useState } from 'react';
import { useAppContext, usePhone } from '../backend/app-context.ts';
import { textFor, useLaterTexts, useTexts } from '../language/language.tsx';
import { TextButton } from '../parts/button.tsx';
import { nameOfDesk } from '../parts/calls/other-party.ts';
import { Icon } from '../parts/icon.tsx';
import classes from './call-panel.module.css';
import { DialField } from './number-choice.tsx';

interface DeskBarProps {
  readonly isOnline: boolean;
  readonly extension: string | null;
}

/** Which desk this is, and a field to dial from. */
export function DeskBar({ isOnline, extension }: DeskBarProps) {
  const t = useTexts().stateLights;
  const { phoneBook, commands } = usePhone();
  const name = extension === null ? undefined : nameOfDesk(extension, phoneBook.entries);
  return (
    <div className={classes.desk}>
      {extension !== null && extension !== '' && (
        <p>
          <strong>{t.desk(extension)}</strong>
          {name && <span className="foreign muted">{name}</span>}
        </p>
      )}
      {(commands === null || commands.includes('dial')) && <DialField isOnline={isOnline} />}
    </div>
  );
}

/** A page that has just been opened is still connecting; nobody needs to read that. */
const TIMEOUT = 2500;

/** Says that calls are not seen here. */
export function LineLost() {
  const t = useLaterTexts().deskLost;
  const { retry } = useTexts().stateLights;
  const { phone } = useAppContext();
  const { address } = usePhone();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), TIMEOUT);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status">
      {isShown && (
        <div className={classes.lost}>
          <strong>
            <Icon name="warning" size={17} />
            {t.lost}
          </strong>
          <p>{textFor(t.systems, address?.system) ?? t.detail}</p>
          <TextButton onClick={() => phone.commands.retry()}>{retry}</TextButton>
        </div>
      )}
    </div>
  );
}
