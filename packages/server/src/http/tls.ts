import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Server as HttpServer } from 'node:http';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import type { Config } from '../config/properties.ts';

/** The certificate and its key, if the server has one; checked, so that a bad pair is refused. */
export function readCertificate(config: Config) {
  const cert = config['app.server.tls.cert'];
  const key = config['app.server.tls.key'];
  if (cert === undefined || key === undefined) return undefined;
  const pair = { cert: readFileSync(cert), key: readFileSync(key) };
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(
      `app.server.tls: no certificate and key can be read from ${cert} and ${key} (${(error as Error).message})`,
    );
  }
  return pair;
}

/**
 * Takes the certificate from its files again, for every connection that is made from now on; those
 * that are open stay as they are. Answers until when it is valid.
 */
export function renewCertificate(server: HttpServer, config: Config): string | undefined {
  const pair = readCertificate(config);
  if (!pair || !(server instanceof TlsServer)) return undefined;
  server.setSecureContext(pair);
  return new X509Certificate(pair.cert).validToDate.toISOString();
}
