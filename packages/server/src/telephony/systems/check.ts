import type { Config } from '../../config/properties.ts';
import { bookSource, hasOwnBook } from './configured.ts';
import { checkPhones } from './phones/with-phones.ts';
import { type ConfiguredBy, SYSTEMS } from './properties.ts';
import { SYSTEM } from './systems.ts';
import { type Finding, note, ok, wrong } from './telephone-system.ts';

/**
 * Tries the telephone system that is configured: what there is to it, and what is wrong. Nothing
 * rings, and nothing is changed there.
 */
export async function* checkTelephone(config: Config): AsyncGenerator<Finding> {
  const system = config['app.telephony.system'];
  if (system === undefined) return;
  const { check } = await SYSTEM[system]();
  yield* check(config, hasOwnBook(config) && bookSource(config).kind === 'system');
  yield* checkBook(config, SYSTEMS[system]);
  yield checkDesks(config['app.telephony.desks'], SYSTEMS[system]);
  yield* checkPhones(config);
}

/** The system's own one is looked at with the system, a file with those of others. */
function* checkBook(config: Config, { ownBook }: ConfiguredBy): Generator<Finding> {
  const source = bookSource(config);
  if (source.kind === 'entries') {
    yield note('phone book', 'none: there is no archive, and app.telephony.phone-book is not set');
  }
  if (source.kind === 'archive') {
    yield config['app.archive.url'] === 'off'
      ? wrong('phone book', `${source.property}: archive needs one, and app.archive.url is off`)
      : ok('phone book', 'the addresses of the archive');
  }
  if (source.kind === 'system' && !hasOwnBook(config)) {
    yield wrong(
      'phone book',
      ownBook
        ? `${source.property}: system needs ${ownBook} and .password`
        : `${source.property}: this telephone system has none that can be read; archive, or a file`,
    );
  }
}

function checkDesks(desks: Config['app.telephony.desks'], by: ConfiguredBy): Finding {
  const pairs = Object.entries(desks ?? {});
  if (pairs.length === 0) {
    return note(
      'phone desks',
      'none: set app.telephony.desks, or a browser cannot say which telephone is beside it',
    );
  }
  const shown = pairs.map((pair) => pair.join('=')).join(', ');
  const strange = pairs.find(([, name]) => by.desks?.are.test(name) === false);
  if (!strange)
    return ok('phone desks', `${shown}; the next call shows whether they are so called`);
  return wrong('phone desks', `${strange.join('=')} in app.telephony.desks: ${by.desks?.such}`);
}
