import type { Config } from '../../config/properties.ts';
import { type Finding, note, ok, wrong } from '../finding.ts';
import {
  asteriskOptions,
  bookSource,
  fritzboxOptions,
  hasOwnBook,
  placetelOptions,
  sipgateOptions,
  sipOptions,
} from './configured.ts';

/**
 * Tries the telephone system that is configured: what there is to it, and what is wrong. Nothing
 * rings, and nothing is changed there.
 */
export async function* checkTelephone(config: Config): AsyncGenerator<Finding> {
  const system = config['app.telephony.system'];
  if (system === undefined) return;
  switch (system) {
    case 'fritzbox': {
      const { checkFritzbox } = await import('./fritzbox-check.ts');
      yield* checkFritzbox(fritzboxOptions(config), isBookRead(config));
      break;
    }
    case 'sipgate':
    case 'cti':
    case 'placetel': {
      const { checkPush, checkPlacetel, checkSipgateApi } = await import('./push-check.ts');
      yield checkPush(system, config['app.server.public-url']);
      if (system === 'placetel') yield checkPlacetel(placetelOptions(config));
      if (system === 'sipgate') yield* checkSipgateApi(sipgateOptions(config).api);
      break;
    }
    case 'asterisk': {
      const { checkAsterisk } = await import('./asterisk-check.ts');
      yield* checkAsterisk(asteriskOptions(config));
      break;
    }
    case 'sip': {
      const { checkSip } = await import('./sip-check.ts');
      yield* checkSip(sipOptions(config));
      break;
    }
  }
  yield* checkBook(config);
  yield checkDesks(config['app.telephony.desks'], system === 'fritzbox');
}

function isBookRead(config: Config): boolean {
  return hasOwnBook(config) && bookSource(config, true).kind === 'system';
}

/** The system's own one is looked at with the system, a file with those of others. */
function* checkBook(config: Config): Generator<Finding> {
  const source = bookSource(config, hasOwnBook(config));
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
      config['app.telephony.system'] === 'fritzbox'
        ? `${source.property}: system needs app.telephony.fritzbox.user and .password`
        : `${source.property}: this telephone system has none that can be read; archive, or a file`,
    );
  }
}

function checkDesks(desks: Config['app.telephony.desks'], isFritzbox: boolean): Finding {
  const pairs = Object.entries(desks ?? {});
  if (pairs.length === 0) {
    return note(
      'phone desks',
      'none: set app.telephony.desks, or a browser cannot say which telephone is beside it',
    );
  }
  const shown = pairs.map((pair) => pair.join('=')).join(', ');
  // What is dialled to reach it, **610, is not what the box calls it.
  const strange = isFritzbox ? pairs.find(([, name]) => !/^\d{1,3}$/.test(name)) : undefined;
  if (!strange)
    return ok('phone desks', `${shown}; the next call shows whether they are so called`);
  return wrong(
    'phone desks',
    `${strange.join('=')} in app.telephony.desks: a FRITZ!Box has numbers such as 610, or 1 for an analog telephone`,
  );
}
