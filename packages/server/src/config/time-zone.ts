import type { Config } from './properties.ts';

/** The office's time zone. */
export function timeZone(config: Config): string {
  // A formatter, asked for its zone, first loads all that it writes dates with: 30 ms of a start.
  return config['app.time-zone'] ?? Temporal.Now.timeZoneId();
}

/** A container has UTC because nobody has told it where it is. */
export function zoneWarning(config: Config): string | undefined {
  const zone = timeZone(config);
  const isGuessed = config['app.time-zone'] === undefined && /^(?:Etc\/)?(?:UTC|GMT)$/.test(zone);
  return isGuessed
    ? `times that come without a zone are taken for ${zone}: set app.time-zone, such as Europe/Berlin`
    : undefined;
}
