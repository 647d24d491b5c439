import { type Language, LOGIN_TEXTS } from './login-texts.ts';

export interface LoginView {
  readonly language: Language;
  /** Where to go afterwards. */
  readonly next: string;
  readonly hasPassword: boolean;
  /** The only address at which the cookie is taken, if there is such a one. */
  readonly secureUrl: string | undefined;
  readonly problem?: 'wrong' | { readonly waitSeconds: number } | undefined;
}

/** A form that works without script and that password managers know how to fill. */
export function loginPage(view: LoginView): string {
  const t = LOGIN_TEXTS[view.language];
  return `<!doctype html>
<html lang="${view.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${t.title} · Hookline</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/login.css">
<script src="/assets/login.js" defer></script>
</head>
<body>
<main>
<header><img src="/assets/icon.svg" alt="" width="40" height="40"><h1>Hookline</h1></header>
${view.hasPassword ? form(view) : `<p>${t.noPassword}</p>`}
</main>
</body>
</html>
`;
}

function form({ language, next, secureUrl, problem }: LoginView): string {
  const t = LOGIN_TEXTS[language];
  const waitSeconds = typeof problem === 'object' ? problem.waitSeconds : 0;
  const text = problem === 'wrong' ? t.wrong : waitSeconds > 0 ? t.wait(waitSeconds) : undefined;
  const invalid = text === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';
  return `<form method="post" action="/login" data-wait="${waitSeconds}">
${secureUrl === undefined ? '' : `<p class="problem" id="insecure" hidden>${t.insecure} <a href="${html(secureUrl)}">${html(secureUrl)}</a></p>`}
<input type="hidden" name="next" value="${html(next)}">
<input name="username" autocomplete="username" value="Hookline" hidden>
<label for="password">${t.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus${invalid}>
${text === undefined ? '' : `<p class="problem" id="problem" role="alert">${text}</p>`}
<button>${t.logIn}</button>
<p class="hint">${t.forgotten}</p>
</form>`;
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
