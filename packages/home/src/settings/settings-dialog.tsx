import type { ReactNode } from 'react';
import { useNotificationPermission } from '../alerts/notifications.ts';
import { ALERT_CHANNELS } from '../alerts/occasions.ts';
import { playSample } from '../alerts/sounds.ts';
import { usePhone } from '../backend/app-context.ts';
import { request } from '../backend/request.ts';
import { useSession } from '../backend/session.ts';
import { useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { Button } from '../parts/button.tsx';
import { CheckBox, CheckBoxes } from '../parts/check-box.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { dropAllDrafts } from '../parts/drafts.ts';
import { Segments } from '../parts/segments.tsx';
import { DeskFields } from './desk-fields.tsx';
import classes from './settings.module.css';
import { changeSettings, type Settings, useSettings } from './settings.ts';

const TEXTS = {
  de: {
    title: 'Einstellungen',
    language: 'Sprache',
    theme: 'Erscheinungsbild',
    auto: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    push: 'Adresse für die Telefonanlage',
    pushHint: 'Dort eintragen; statt TOKEN steht, was in app.telephony.push.token steht.',
    sound: 'Ton',
    soundHint: 'Es klingelt bei Anrufen und tönt bei den Ereignissen unten. Nur in einem Fenster.',
    listen: 'Probe hören',
    notifications: 'Benachrichtigungen',
    notificationsHint:
      'Auch wenn die Seite im Hintergrund ist. Eine je Anlass, gleich wie viele Fenster offen sind.',
    insecure: 'Geht nur über https:// oder auf localhost. Ton und Zähler im Titel gehen auch hier.',
    missing: 'Dieser Browser kennt keine Benachrichtigungen.',
    denied: 'Im Browser für diese Seite gesperrt. Freigeben: im Schloss neben der Adresse.',
    channels: 'Ereignisse, die sich melden',
    channelsHint: 'Anrufe melden sich immer, wenn Ton oder Benachrichtigungen an sind.',
    late: 'Auftrag wird überfällig',
    channel: { kunden: 'Kunden', kuriere: 'Kuriere', jobs: 'Aufträge', generic: 'Allgemein' },
    login: 'Anmeldung',
    logOut: 'Abmelden',
    logOutHint: 'Das Abmelden gilt für alle Fenster dieses Browsers.',
    logOutFailed: 'Das Abmelden hat nicht geklappt. Ist der Server zu erreichen?',
    kept: 'Gilt für diesen Browser auf diesem Rechner.',
  },
  en: {
    title: 'Settings',
    language: 'Language',
    theme: 'Appearance',
    auto: 'As the system',
    light: 'Light',
    dark: 'Dark',
    push: 'Address for the telephone system',
    pushHint: 'Enter it there, with the value of app.telephony.push.token for TOKEN.',
    sound: 'Sound',
    soundHint: 'Rings for calls and sounds for the events below. In one window only.',
    listen: 'Listen',
    notifications: 'Notifications',
    notificationsHint:
      'Also while the page is in the background. One per occasion, however many windows are open.',
    insecure:
      'Works only over https:// or on localhost. Sound and the count in the title work here too.',
    missing: 'This browser has no notifications.',
    denied: 'Blocked for this page in the browser. To allow: the lock beside the address.',
    channels: 'Events that alert',
    channelsHint: 'Calls always alert when sound or notifications are on.',
    late: 'A job becomes late',
    channel: { kunden: 'Customers', kuriere: 'Couriers', jobs: 'Jobs', generic: 'General' },
    login: 'Login',
    logOut: 'Log out',
    logOutHint: 'Logging out applies to every window of this browser.',
    logOutFailed: 'Logging out did not work. Can the server be reached?',
    kept: 'Applies to this browser on this computer.',
  },
};

/** What a person chooses for this browser. */
export default function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(TEXTS);
  const settings = useSettings();
  return (
    <Dialog onClose={onClose} title={t.title}>
      <div className={`stack ${classes.settings}`}>
        <Choice
          label={t.language}
          value={settings.language}
          options={{ auto: t.auto, de: 'Deutsch', en: 'English' }}
          onChange={(language) => changeSettings({ language })}
        />
        <Choice
          label={t.theme}
          value={settings.theme}
          options={{ auto: t.auto, light: t.light, dark: t.dark }}
          onChange={(theme) => changeSettings({ theme })}
        />
        <Desk settings={settings} />
        <Sound settings={settings} />
        <Notifications settings={settings} />
        <AlertChannels settings={settings} />
        <p className={`muted ${classes.hint}`}>{t.kept}</p>
        <LogOut />
      </div>
    </Dialog>
  );
}

function Choice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: Record<T, string>;
  readonly onChange: (value: T) => void;
}) {
  const { label, value, options, onChange } = props;
  return (
    <div>
      <p className={classes.name}>{label}</p>
      <Segments
        label={label}
        all={Object.keys(options) as T[]}
        names={options}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

/** Which desk this is; and where the telephone system has to be told where this server is. */
function Desk({ settings }: { settings: Settings }) {
  const t = useTexts(TEXTS);
  const { address } = usePhone();
  return (
    <>
      <DeskFields
        desk={{ number: settings.desk, name: settings.deskName }}
        onChange={({ number, name }) =>
          changeSettings({ desk: number, deskName: name, isDeskAnswered: true })
        }
      />
      {address?.push && (
        <div>
          <p className={classes.name}>{t.push}</p>
          <code className={`code ${classes.address}`}>{address.push}</code>
          <p className={`muted ${classes.hint}`}>{t.pushHint}</p>
        </div>
      )}
    </>
  );
}

function Sound({ settings }: { settings: Settings }) {
  const t = useTexts(TEXTS);
  return (
    <div className={classes.line}>
      <CheckBox
        label={t.sound}
        description={t.soundHint}
        checked={settings.sound}
        onChange={(sound) => changeSettings({ sound })}
      />
      <Button isSmall onClick={playSample}>
        {t.listen}
      </Button>
    </div>
  );
}

function Notifications({ settings }: { settings: Settings }) {
  const t = useTexts(TEXTS);
  const { permission, ask } = useNotificationPermission();
  const hint: Record<typeof permission, ReactNode> = {
    insecure: t.insecure,
    missing: t.missing,
    denied: t.denied,
    default: t.notificationsHint,
    granted: t.notificationsHint,
  };
  return (
    <CheckBox
      label={t.notifications}
      description={hint[permission]}
      disabled={permission === 'insecure' || permission === 'missing' || permission === 'denied'}
      checked={settings.notifications && permission === 'granted'}
      onChange={async (checked) => changeSettings({ notifications: checked && (await ask()) })}
    />
  );
}

function AlertChannels({ settings }: { settings: Settings }) {
  const t = useTexts(TEXTS);
  return (
    <div className="stack">
      <CheckBoxes
        label={t.channels}
        description={t.channelsHint}
        all={ALERT_CHANNELS}
        names={t.channel}
        chosen={settings.alertChannels}
        onChange={(alertChannels) => changeSettings({ alertChannels })}
      />
      <CheckBox
        label={t.late}
        checked={settings.alertLate}
        onChange={(alertLate) => changeSettings({ alertLate })}
      />
    </div>
  );
}

/** Only where there is a password to log in with. */
function LogOut() {
  const t = useTexts(TEXTS);
  const session = useSession();
  if (!session?.password || !session.active) return null;
  const logOut = () =>
    request('DELETE', '/api/session').then(
      () => {
        dropAllDrafts();
        location.replace('/login');
      },
      () => tell('bad', t.logOutFailed),
    );
  return (
    <div className={classes.line}>
      <div>
        <p className={classes.name}>{t.login}</p>
        <p className={`muted ${classes.hint}`}>{t.logOutHint}</p>
      </div>
      <Button onClick={logOut}>{t.logOut}</Button>
    </div>
  );
}
