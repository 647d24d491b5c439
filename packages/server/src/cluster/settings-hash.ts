import { createHash } from 'node:crypto';
import type { Config, PropertyName } from '../config/properties.ts';

/**
 * What a sender or reader must find the same on every node, and what decides what the archive makes
 * of events and how long it keeps them: it would depend on which node feeds it.
 */
const EQUAL: readonly PropertyName[] = [
  'app.stream.event-name',
  'app.webhook.max-bytes',
  'app.webhook.token',
  'app.webhook.senders',
  'app.webhook.topic-headers',
  'app.webhook.signatures',
  'app.webhook.secret.kunden',
  'app.webhook.secret.kuriere',
  'app.webhook.secret.jobs',
  'app.webhook.secret.generic',
  'app.access.password',
  'app.access.token',
  'app.access.tokens',
  'app.access.session-lifetime',
  'app.phone.country',
  'app.phone.area-code',
  'app.phone.trunk-prefix',
  'app.jobs.reference-names',
  'app.jobs.status-words',
  'app.time-zone',
  'app.archive.retention.events',
  'app.archive.retention.calls',
  'app.archive.retention.jobs',
  'app.archive.retention.addresses',
];

/** So short that nobody can tell from it what a password is, however many are tried. */
const LENGTH = 4;

/** Tells whether two nodes have the same settings, and nothing about what they are. */
export function settingsHash(config: Config): string {
  const text = JSON.stringify(EQUAL.map((name) => config[name] ?? null));
  return createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
}
