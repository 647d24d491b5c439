import { createContext, type ReactNode, use, useEffect } from 'react';
import { useSettings } from '../settings/settings.ts';

export type Language = 'de' | 'en';

/** The same words in both languages; what one has, the other has too. */
export interface Bilingual<T> {
  readonly de: T;
  readonly en: T;
}

const LanguageContext = createContext<Language>('de');

export function LanguageProvider({ children }: { children: ReactNode }) {
  const { language: chosen } = useSettings();
  const language = chosen === 'auto' ? browserLanguage() : chosen;
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  return <LanguageContext value={language}>{children}</LanguageContext>;
}

export function useLanguage(): Language {
  return use(LanguageContext);
}

/** The words of one place, in the language of the page. */
export function useTexts<T>(both: { readonly de: T; readonly en: NoInfer<T> }): T {
  return both[useLanguage()];
}

/** German unless the browser prefers English to it: the offices are German. */
function browserLanguage(): Language {
  const first = navigator.languages.find((each) => /^(de|en)\b/i.test(each));
  return first?.toLowerCase().startsWith('en') ? 'en' : 'de';
}
