import { useEffect, useState } from 'react';
import { useOffice } from '../../backend/office.ts';
import { Icon } from '../../components/icon.tsx';
import { useTexts } from '../../language/language.tsx';
import classes from './call-panel.module.css';

const TEXTS = {
  de: {
    lost: 'Keine Verbindung zum Telefon',
    detail:
      'Anrufe werden hier gerade nicht angezeigt, klingeln aber am Apparat. Läuft die Telefonie-App? Es wird von selbst weiter versucht.',
    retry: 'Jetzt versuchen',
  },
  en: {
    lost: 'No connection to the telephone',
    detail:
      'Calls are not shown here just now, but they do ring at the desk. Is the telephony app running? The page keeps trying by itself.',
    retry: 'Try now',
  },
};

/** A page that has just been opened is still connecting; nobody needs to read that. */
const PATIENCE = 2500;

/** Says that calls are not seen here. */
export function LineLost() {
  const t = useTexts(TEXTS);
  const { phone } = useOffice();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), PATIENCE);
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
          <p>{t.detail}</p>
          <button type="button" onClick={() => phone.commands.retry()}>
            {t.retry}
          </button>
        </div>
      )}
    </div>
  );
}
