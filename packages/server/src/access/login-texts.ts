/** What the login page says. */
export const LOGIN_TEXTS = {
  de: {
    title: 'Anmelden',
    password: 'Passwort',
    logIn: 'Anmelden',
    wrong: 'Das Passwort stimmt nicht. Groß- und Kleinschreibung zählt.',
    wait: (seconds: number) =>
      `Zu viele Versuche. In ${seconds === 1 ? 'einer Sekunde' : `${seconds} Sekunden`} geht es wieder.`,
    noPassword:
      'Auf diesem Server ist kein Passwort eingerichtet (app.access.password). Nur Programme mit dem Token können hier lesen.',
    insecure: 'Die Anmeldung geht nur über eine verschlüsselte Verbindung:',
    forgotten: 'Vergessen? Wer den Server betreut, kann ein neues setzen.',
  },
  en: {
    title: 'Log in',
    password: 'Password',
    logIn: 'Log in',
    wrong: 'The password is wrong. Upper and lower case matter.',
    wait: (seconds: number) =>
      `Too many attempts. Try again in ${seconds === 1 ? 'one second' : `${seconds} seconds`}.`,
    noPassword:
      'This server has no password (app.access.password). Only programs with the token can read here.',
    insecure: 'Logging in works only over an encrypted connection:',
    forgotten: 'Forgotten? Whoever runs the server can set a new one.',
  },
};

export type Language = keyof typeof LOGIN_TEXTS;

/** German or English, whichever the browser likes better; German if it names neither. */
export function languageFor(acceptLanguage: string | undefined): Language {
  let best: Language = 'de';
  let weight = 0;
  for (const range of (acceptLanguage ?? '').split(',')) {
    const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const [language = ''] = tag.split('-', 1);
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const liked = q === undefined ? 1 : Number(q) || 0;
    if (Object.hasOwn(LOGIN_TEXTS, language) && liked > weight) {
      best = language as Language;
      weight = liked;
    }
  }
  return best;
}
