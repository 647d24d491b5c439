import { ALERT_CHANNELS, type WantedAlerts } from '../alerts/occasions.ts';
import { LONGEST_NAME, LONGEST_NUMBER, sitAt } from '../desk.ts';
import { isLanguage, type Language } from '../language/language.tsx';
import { keep, kept, Store, useStore } from '../store.ts';

const KEY = 'hookline settings';

/** What a person has chosen; kept in this browser, shared by its tabs. */
export interface Settings extends WantedAlerts {
  readonly language: 'auto' | Language;
  readonly theme: 'auto' | 'light' | 'dark';
  /** The desk whose telephone is this one's; '' for none in particular. */
  readonly desk: string;
  /** Who sits at it, for the others to read. */
  readonly deskName: string;
  /** Whether somebody has said which desk this is, or that it does not matter. */
  readonly isDeskAnswered: boolean;
  /** Whether somebody has said if they want to hear it ring. */
  readonly isOfferAnswered: boolean;
}

const PRESET: Settings = {
  language: 'auto',
  theme: 'auto',
  desk: '',
  deskName: '',
  isDeskAnswered: false,
  // Both are off until somebody asks for them.
  sound: false,
  notifications: false,
  alertChannels: ['jobs'],
  alertLate: true,
  isOfferAnswered: false,
};

const settings = new Store(read());

/** Whoever does something here does it at the desk that is chosen. */
function takeSeat(): void {
  const { desk: number, deskName: name } = settings.get();
  sitAt({ number, name });
}
takeSeat();
settings.subscribe(takeSeat);

/** The styles go by it. Said before anything is drawn: another look would be seen for a moment. */
function dress(): void {
  const { theme } = settings.get();
  document.documentElement.dataset['theme'] = theme;
}
dress();
settings.subscribe(dress);

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
  // With what a newer version of the page has stored, in another tab or before a way back.
  keep('localStorage', KEY, { ...readStored(), ...next });
  settings.set(next);
}

/** An older or newer version of the page may have written other values. */
function read(): Settings {
  const stored = readStored();
  const oneOf = <T>(values: readonly T[], value: unknown, preset: T) =>
    values.includes(value as T) ? (value as T) : preset;
  const { alertChannels } = stored;
  return {
    language: isLanguage(stored.language) ? stored.language : PRESET.language,
    theme: oneOf(['auto', 'light', 'dark'], stored.theme, PRESET.theme),
    desk: textOf(stored.desk, LONGEST_NUMBER),
    deskName: textOf(stored.deskName, LONGEST_NAME),
    isDeskAnswered: stored.isDeskAnswered === true,
    sound: stored.sound === true,
    notifications: stored.notifications === true,
    alertChannels: Array.isArray(alertChannels)
      ? ALERT_CHANNELS.filter((each) => alertChannels.includes(each))
      : PRESET.alertChannels,
    // Who had chosen before there was this is told of it too.
    alertLate: stored.alertLate !== false,
    isOfferAnswered: stored.isOfferAnswered === true,
  };
}

function textOf(stored: unknown, longest: number): string {
  return typeof stored === 'string' ? stored.slice(0, longest) : '';
}

function readStored(): Partial<Record<keyof Settings, unknown>> {
  return kept('localStorage', KEY) ?? {};
}
