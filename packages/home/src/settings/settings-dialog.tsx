import type { ReactNode } from 'react';
import { useNotificationPermission } from '../alerts/notifications.ts';
import { ALERT_CHANNELS } from '../alerts/occasions.ts';
import { playSample } from '../alerts/sounds.ts';
import { usePhone } from '../backend/app-context.ts';
import { request } from '../backend/request.ts';
import { useSession } from '../backend/session.ts';
import { LANGUAGES, type Language, useLaterTexts, useTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { Button } from '../parts/button.tsx';
import { CheckBox, CheckBoxes } from '../parts/check-box.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { dropAllDrafts } from '../parts/drafts.ts';
import { Segments } from '../parts/segments.tsx';
import { DeskFields } from './desk-fields.tsx';
import classes from './settings.module.css';
import { changeSettings, type Settings, useSettings } from './settings.ts';

const LANGUAGE_NAMES = Object.fromEntries(
  Object.entries(LANGUAGES).map(([language, { name }]) => [language, name]),
) as Record<Language, string>;

/** What a person chooses for this browser. */
export default function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useLaterTexts().settingsDialog;
  const { shell } = useTexts();
  const settings = useSettings();
  return (
    <Dialog onClose={onClose} title={shell.settings}>
      <div className={`stack ${classes.settings}`}>
        <Choice
          label={t.language}
          value={settings.language}
          options={{ auto: t.auto, ...LANGUAGE_NAMES }}
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
  const t = useLaterTexts().settingsDialog;
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
  const t = useLaterTexts().settingsDialog;
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
  const t = useLaterTexts().settingsDialog;
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
  const t = useLaterTexts().settingsDialog;
  const { channels } = useTexts().live;
  return (
    <div className="stack">
      <CheckBoxes
        label={t.channels}
        description={t.channelsHint}
        all={ALERT_CHANNELS}
        names={channels}
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
  const t = useLaterTexts().settingsDialog;
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
