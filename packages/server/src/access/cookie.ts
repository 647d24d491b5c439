import type { RequestHead } from '../http/gate.ts';

export interface CookieOptions {
  /** Is the browser's connection encrypted, here or at a proxy before us? */
  readonly isSecure: (request: RequestHead) => boolean;
}

/**
 * The cookie that carries a session. No script can read it, and no other site can make a browser
 * send it. Where the line is encrypted its name makes browsers refuse one that was set by another
 * host of the domain or on an open line.
 */
export class SessionCookie {
  readonly #isSecure: CookieOptions['isSecure'];

  constructor({ isSecure }: CookieOptions) {
    this.#isSecure = isSecure;
  }

  read(request: RequestHead): string | undefined {
    const { cookie } = request.headers;
    if (cookie === undefined) return undefined;
    const name = `${this.#nameFor(request)}=`;
    const found = cookie.split(';').find((each) => each.trimStart().startsWith(name));
    return found?.trim().slice(name.length);
  }

  /** The header that hands it over; for so many milliseconds, or with none to take it back. */
  write(request: RequestHead, value: string, lifetime: number): string {
    const parts = [
      `${this.#nameFor(request)}=${value}`,
      'Path=/',
      `Max-Age=${Math.floor(lifetime / 1000)}`,
      'HttpOnly',
      'SameSite=Strict',
      ...(this.#isSecure(request) ? ['Secure'] : []),
    ];
    return parts.join('; ');
  }

  #nameFor(request: RequestHead): string {
    return this.#isSecure(request) ? '__Host-hookline' : 'hookline';
  }
}
