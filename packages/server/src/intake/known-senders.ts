import type { IncomingHttpHeaders } from 'node:http';
import { CHANNELS, type Channel, GENERIC } from '@hookline/contract';
import type { Config } from '../config/properties.ts';
import type { RequestHead } from '../http/gate.ts';
import { carriesToken, senderCheckOf, tokenMissing, tokensIn } from '../http/token.ts';
import {
  type JudgeBody,
  type Signer,
  schemeOf,
  signatureCheck,
  signersOfUrl,
} from './signature.ts';

/** Whose a request is by its token; undefined if only its signature can tell. */
export type Owner = string | null | undefined;

/** Who may send, and how it is known who does. */
export interface KnownSenders {
  /** Throws for a token that nobody has, and where there is neither token nor signature. */
  ownerOf(request: RequestHead): Owner;
  /** How the signature of such a request is judged; undefined where it needs and has none. */
  judgeOf(
    url: Channel | typeof GENERIC,
    owner: Owner,
    headers: IncomingHttpHeaders,
  ): JudgeBody | undefined;
}

/**
 * A sender is known by its token, by its signature, or by both where it has both: a token alone
 * would otherwise do what the signature is to prevent. Whoever has no name may sign with the secret
 * of the URL, and has to where there is one.
 */
export function knownSenders(config: Config, now: () => number): KnownSenders {
  const tokens = tokensIn(config);
  const checkToken = senderCheckOf(tokens);
  const withToken = new Set(tokens.map(({ owner }) => owner));
  const signers: Signer[] = (config['app.webhook.signatures'] ?? []).map(({ name, ...signer }) => ({
    owner: name,
    ...signer,
  }));
  const schemes = new Set(signers.map(({ scheme }) => scheme));
  const own = new Map(
    [...Map.groupBy(signers, ({ owner }) => owner)].map(([owner, its]) => [
      owner,
      signatureCheck(its, now),
    ]),
  );
  const urls = new Map(
    ([...CHANNELS, GENERIC] as const).map((url) => {
      const ofUrl = signersOfUrl(config[`app.webhook.secret.${url}`]);
      return [
        url as Channel | typeof GENERIC,
        {
          ofUrl: ofUrl.length === 0 ? undefined : signatureCheck(ofUrl, now),
          ofAll: signatureCheck([...signers, ...ofUrl], now),
        },
      ];
    }),
  );
  const isSigned = (headers: IncomingHttpHeaders) =>
    signers.length > 0 && schemeOf(headers, schemes) !== undefined;

  return {
    ownerOf(request) {
      if (signers.length === 0) return checkToken(request);
      if (tokens.length === 0) return undefined;
      return isSigned(request.headers) && !carriesToken(request) ? undefined : checkToken(request);
    },
    judgeOf(url, owner, headers) {
      const { ofUrl, ofAll } = urls.get(url) ?? {};
      if (typeof owner === 'string') {
        const check = own.get(owner) ?? ofUrl;
        const judge = check?.(headers);
        return judge && ((body) => judge(body) ?? owner);
      }
      if (owner === null && !ofUrl && !isSigned(headers)) return undefined;
      const judge = ofAll?.(headers);
      return judge && ((body) => withRightToken(judge(body), owner));
    },
  };

  /** The signature fits: is it one that suffices? */
  function withRightToken(signer: string | null, owner: Owner): string | null {
    const needsToken =
      signer === null ? owner === undefined && tokens.length > 0 : withToken.has(signer);
    if (needsToken) throw tokenMissing();
    return signer;
  }
}
