import { createContext, type ReactNode, startTransition, use, useEffect, useState } from 'react';
import type first from './de-first.ts';
import type later from './de-later.ts';

/** What the page says at once in one language, and what its later parts say. */
export type Texts = typeof first;
export type LaterTexts = typeof later;

/** Who adds a language copies the two files of another one, and names it here. */
export const LANGUAGES = {
  de: {
    name: 'Deutsch',
    first: () => import('./de-first.ts'),
    later: () => import('./de-later.ts'),
  },
  en: {
    name: 'English',
    first: () => import('./en-first.ts'),
    later: () => import('./en-later.ts'),
  },
};

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: unknown): name is Language =>
  typeof name === 'string' && Object.hasOwn(LANGUAGES, name);

interface Spoken {
  readonly language: Language;
  readonly texts: Texts;
  readonly later: Promise<LaterTexts>;
}

const SpokenContext = createContext<Spoken | undefined>(undefined);

/**
 * Without a choice it is the browser's language. Until all of another one is there, the page stays
 * in the one it is in; `onMissing` is told of what cannot be fetched, and answers how to call it off.
 */
export function LanguageProvider(props: {
  readonly chosen: Language | 'auto';
  readonly onMissing: () => () => void;
  readonly children: ReactNode;
}) {
  const { chosen, onMissing, children } = props;
  const language = chosen === 'auto' ? browserLanguage() : chosen;
  const [spoken, setSpoken] = useState<Spoken>();
  useEffect(() => {
    let isWanted = true;
    let callOff: (() => void) | undefined;
    const missing = () => {
      if (isWanted) callOff ??= onMissing();
    };
    const { first, later } = LANGUAGES[language];
    // Whoever waits for what is missing goes on waiting until the page is loaded anew.
    const arrives = new Promise<LaterTexts>((resolve) => {
      later().then((texts) => resolve(texts.default), missing);
    });
    first().then((texts) => {
      if (!isWanted) return;
      startTransition(() => setSpoken({ language, texts: texts.default, later: arrives }));
    }, missing);
    return () => {
      isWanted = false;
      callOff?.();
    };
  }, [language, onMissing]);
  useEffect(() => {
    if (spoken) document.documentElement.lang = spoken.language;
  }, [spoken]);
  return spoken && <SpokenContext value={spoken}>{children}</SpokenContext>;
}

function useSpoken(): Spoken {
  const spoken = use(SpokenContext);
  if (!spoken) throw new Error('no language around this part of the page');
  return spoken;
}

/** What the first view says. */
export function useTexts(): Texts {
  return useSpoken().texts;
}

/** What a later part says: it waits for them as it does for its own script. */
export function useLaterTexts(): LaterTexts {
  return use(useSpoken().later);
}

/** The one of them for what another system says; there may be none. */
export function textFor(texts: Readonly<Record<string, string>>, key: string | null = '') {
  return key !== null && Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/** German unless the browser prefers another one to it: the offices are German. */
function browserLanguage(): Language {
  return navigator.languages.map((each) => each.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'de';
}
