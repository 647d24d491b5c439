import { createContext, type ReactNode, use, useEffect } from 'react';

export type Language = 'de' | 'en';

const LanguageContext = createContext<Language>('de');

/** Without a choice it is the browser's language. */
export function LanguageProvider(props: {
  readonly chosen: Language | 'auto';
  readonly children: ReactNode;
}) {
  const { chosen, children } = props;
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
