import { useEffect, useState } from 'react';
import { useAppContext, usePhone } from '../backend/app-context.ts';
import { useTexts } from '../language/language.tsx';
import { TextButton } from '../parts/button.tsx';
import { nameOfDesk } from '../parts/calls/other-party.ts';
import { Icon } from '../parts/icon.tsx';
import classes from './call-panel.module.css';
import { DialField } from './dial-field.tsx';

const TEXTS = {
  de: {
    desk: (extension: string) => `Platz ${extension}`,
  },
  en: {
    desk: (extension: string) => `Desk ${extension}`,
  },
};

interface DeskBarProps {
  readonly isOnline: boolean;
  readonly extension: string | null;
}

/** Which desk this is, and a field to dial from. */
export function DeskBar({ isOnline, extension }: DeskBarProps) {
  const t = useTexts(TEXTS);
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

const LOST_TEXTS = {
  de: {
    lost: 'Keine Verbindung zum Telefon',
    detail:
      'Anrufe werden hier gerade nicht angezeigt, klingeln aber am Apparat. Läuft die Telefonie-App? Es wird von selbst weiter versucht.',
    /** By the telephone system that the server follows itself. */
    systems: {
      fritzbox:
        'Der Anrufmonitor der FRITZ!Box antwortet nicht. Ist er an? An einem Telefon an der Box #96*5* wählen. Es wird von selbst weiter versucht.',
      asterisk:
        'Der Server ist nicht mit Asterisk verbunden. Läuft es, und darf sein Benutzer (read = call, write = call,originate,reporting)? Es wird von selbst weiter versucht.',
      sip: 'Der Server ist nicht an der Telefonanlage angemeldet. Läuft sie, und stimmt das Kennwort? Es wird von selbst weiter versucht.',
    } as Readonly<Record<string, string>>,
    retry: 'Jetzt versuchen',
  },
  en: {
    lost: 'No connection to the telephone',
    detail:
      'Calls are not shown here just now, but they do ring at the desk. Is the telephony app running? The page keeps trying by itself.',
    systems: {
      fritzbox:
        'The call monitor of the FRITZ!Box does not answer. Is it on? Dial #96*5* on a telephone at the box. The server keeps trying by itself.',
      asterisk:
        'The server is not connected to Asterisk. Does it run, and may its user (read = call, write = call,originate,reporting)? The server keeps trying by itself.',
      sip: 'The server is not registered with the telephone system. Does that run, and is the password right? The server keeps trying by itself.',
    } as Readonly<Record<string, string>>,
    retry: 'Try now',
  },
};

/** A page that has just been opened is still connecting; nobody needs to read that. */
const TIMEOUT = 2500;

/** Says that calls are not seen here. */
export function LineLost() {
  const t = useTexts(LOST_TEXTS);
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
          <p>{t.systems[address?.system ?? ''] ?? t.detail}</p>
          <TextButton onClick={() => phone.commands.retry()}>{t.retry}</TextButton>
        </div>
      )}
    </div>
  );
}
