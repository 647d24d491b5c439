import { Button, Checkbox, Group, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { playSample } from '../alerts/sounds.ts';
import { request } from '../backend/request.ts';
import { Dialog } from '../components/dialog.tsx';
import { useTexts } from '../language/language.tsx';
import { tell } from '../shell/messages.ts';
import { useSession } from '../shell/session.ts';
import { useNotificationPermission } from './notification-permission.ts';
import {
  ALERT_CHANNELS,
  type AlertChannel,
  changeSettings,
  type Settings,
  useSettings,
} from './settings.ts';
import { SETTINGS } from './texts.ts';

/** What a person chooses for this browser. */
export default function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(SETTINGS);
  const settings = useSettings();
  return (
    <Dialog onClose={onClose} title={t.title}>
      <Stack gap="lg">
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
        <Sound settings={settings} />
        <Notifications settings={settings} />
        <AlertChannels settings={settings} />
        <Text size="sm" c="var(--muted)">
          {t.kept}
        </Text>
        <LogOut />
      </Stack>
    </Dialog>
  );
}

function Choice<T extends string>(props: {
  readonly label: string;
  readonly value: T;
  readonly options: Record<T, string>;
  readonly onChange: (value: T) => void;
}) {
  const id = useId();
  const data = Object.entries<string>(props.options).map(([value, label]) => ({ value, label }));
  return (
    <div>
      <Text id={id} fw={600} mb={4}>
        {props.label}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        fullWidth
        data={data}
        value={props.value}
        onChange={(value) => props.onChange(value as T)}
      />
    </div>
  );
}

function Sound({ settings }: { settings: Settings }) {
  const t = useTexts(SETTINGS);
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Switch
        label={t.sound}
        description={t.soundHint}
        checked={settings.sound}
        onChange={({ currentTarget }) => changeSettings({ sound: currentTarget.checked })}
      />
      <Button variant="default" size="xs" flex="none" onClick={playSample}>
        {t.listen}
      </Button>
    </Group>
  );
}

function Notifications({ settings }: { settings: Settings }) {
  const t = useTexts(SETTINGS);
  const { permission, ask } = useNotificationPermission();
  const hint: Record<typeof permission, ReactNode> = {
    insecure: t.insecure,
    missing: t.missing,
    denied: t.denied,
    default: t.notificationsHint,
    granted: t.notificationsHint,
  };
  return (
    <Switch
      label={t.notifications}
      description={hint[permission]}
      disabled={permission === 'insecure' || permission === 'missing' || permission === 'denied'}
      checked={settings.notifications && permission === 'granted'}
      onChange={async ({ currentTarget: { checked } }) =>
        changeSettings({ notifications: checked && (await ask()) })
      }
    />
  );
}

function AlertChannels({ settings }: { settings: Settings }) {
  const t = useTexts(SETTINGS);
  const choose = (channels: string[]) =>
    changeSettings({
      alertChannels: ALERT_CHANNELS.filter((each: AlertChannel) => channels.includes(each)),
    });
  return (
    <Checkbox.Group
      label={t.channels}
      description={t.channelsHint}
      value={[...settings.alertChannels]}
      onChange={choose}
    >
      <Group mt="xs">
        {ALERT_CHANNELS.map((channel) => (
          <Checkbox key={channel} value={channel} label={t.channel[channel]} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

/** Only where there is a password to log in with. */
function LogOut() {
  const t = useTexts(SETTINGS);
  const session = useSession();
  if (!session?.password || !session.active) return null;
  const logOut = () =>
    request('DELETE', '/api/session').then(
      () => location.replace('/login'),
      () => tell('bad', t.logOutFailed),
    );
  return (
    <Group justify="space-between" wrap="nowrap" align="center">
      <div>
        <Text fw={600}>{t.login}</Text>
        <Text size="sm" c="var(--muted)">
          {t.logOutHint}
        </Text>
      </div>
      <Button variant="default" flex="none" onClick={logOut}>
        {t.logOut}
      </Button>
    </Group>
  );
}
