const PREFIX = 'whsec_';

export interface SigningKeys {
  readonly standard: readonly Buffer[];
  readonly gitHub: readonly Buffer[];
}

/**
 * The keys in a secret as the configuration has it: `whsec_…` is base64, and while one is being
 * replaced there may be several, separated by spaces; anything else is its UTF-8 bytes.
 *
 * GitHub has a field for a secret and takes what is typed there as it stands. Whoever types
 * `whsec_…` there signs with that text, so for GitHub's signature it is a key too.
 */
export function signingKeys(secret: string): SigningKeys {
  if (!secret.startsWith(PREFIX)) {
    const keys = [Buffer.from(secret)];
    return { standard: keys, gitHub: keys };
  }
  const texts = secret.split(/ +/);
  const standard = texts.map((text) => Buffer.from(text.slice(PREFIX.length), 'base64'));
  return { standard, gitHub: [...standard, ...texts.map((text) => Buffer.from(text))] };
}
