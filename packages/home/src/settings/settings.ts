import { useSyncExternalStore } from 'react';

const KEY = 'hookline settings';

export const ALERT_CHANNELS = ['kunden', 'kuriere', 'jobs', 'generic'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** What a person has chosen; kept in this browser, shared by its tabs. */
export interface Settings {
  readonly language: 'auto' | 'de' | 'en';
  readonly theme: 'auto' | 'light' | 'dark';
  /** Both are off until somebody asks for them. */
  readonly sound: boolean;
  readonly notifications: boolean;
  /** Channels whose events alert. Calls always do. */
  readonly alertChannels: readonly AlertChannel[];
}

const PRESET: Settings = {
  language: 'auto',
  theme: 'auto',
  sound: false,
  notifications: false,
  alertChannels: ['jobs'],
};

let current = read();
const listeners = new Set<() => void>();

window.addEventListener('storage', ({ key }) => {
  if (key !== null && key !== KEY) return;
  current = read();
  for (const listener of listeners) listener();
});

export function useSettings(): Settings {
  return useSyncExternalStore(subscribe, getSettings);
}

export function getSettings(): Settings {
  return current;
}

export function changeSettings(change: Partial<Settings>): void {
  current = { ...current, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(current));
  } catch {
    // Private windows and full disks: the choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
    sound: stored.sound === true,
    notifications: stored.notifications === true,
    alertChannels: Array.isArray(alertChannels)
      ? ALERT_CHANNELS.filter((each) => alertChannels.includes(each))
      : PRESET.alertChannels,
  };
}

function readStored(): Partial<Record<keyof Settings, unknown>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') ?? {};
  } catch {
    return {};
  }
}
