import { ALERT_CHANNELS, type WantedAlerts } from '../alerts/occasions.ts';
import type { Language } from '../language/language.tsx';
import { Store, useStore } from '../store.ts';

const KEY = 'hookline settings';

/** What a person has chosen; kept in this browser, shared by its tabs. */
export interface Settings extends WantedAlerts {
  readonly language: 'auto' | Language;
  readonly theme: 'auto' | 'light' | 'dark';
  /** The desk whose telephone is this one's; '' for none in particular. */
  readonly desk: string;
  /** Whether somebody has said if they want to hear it ring. */
  readonly isOfferAnswered: boolean;
}

const PRESET: Settings = {
  language: 'auto',
  theme: 'auto',
  desk: '',
  // Both are off until somebody asks for them.
  sound: false,
  notifications: false,
  alertChannels: ['jobs'],
  isOfferAnswered: false,
};

const settings = new Store(read());

window.addEventListener('storage', ({ key }) => {
  if (key !== null && key !== KEY) return;
  settings.set(read());
});

export function useSettings(): Settings {
  return useStore(settings);
}

export function changeSettings(change: Partial<Settings>): void {
  // Whoever finds the switches by themselves, and turns them off again, needs no offer.
  const isAnswered = 'sound' in change || 'notifications' in change;
  const answer = isAnswered ? { isOfferAnswered: true } : {};
  const next = { ...settings.get(), ...answer, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // Private windows and full disks: the choice then lasts as long as the page.
  }
  settings.set(next);
}

/** An older or newer version of the page may have written other values. */
function read(): Settings {
  const stored = readStored();
  const oneOf = <T>(values: readonly T[], value: unknown, preset: T) =>
    values.includes(value as T) ? (value as T) : preset;
  const { alertChannels } = stored;
  return {
    language: oneOf(['auto', 'de', 'en'], stored.language, PRESET.language),
    theme: oneOf(['auto', 'light', 'dark'], stored.theme, PRESET.theme),
    desk: typeof stored.desk === 'string' ? stored.desk.slice(0, 32) : PRESET.desk,
    sound: stored.sound === true,
    notifications: stored.notifications === true,
    alertChannels: Array.isArray(alertChannels)
      ? ALERT_CHANNELS.filter((each) => alertChannels.includes(each))
      : PRESET.alertChannels,
    isOfferAnswered: stored.isOfferAnswered === true,
  };
}

function readStored(): Partial<Record<keyof Settings, unknown>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
