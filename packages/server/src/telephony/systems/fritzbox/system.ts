import type { Config } from '../../../config/properties.ts';
import { LastingLine } from '../../lasting-line.ts';
import { realTime } from '../../schedule.ts';
import { officeOf } from '../desks.ts';
import { type Finding, note, ok, type TelephoneSystem, wrong } from '../telephone-system.ts';
import { createFritzbox, type FritzboxOptions } from './fritzbox.ts';
import { type PhoneBookOfBox, Tr064, Tr064Error } from './tr064.ts';

export const fritzbox: TelephoneSystem = {
  follow: (config) => (context) => createFritzbox(context, optionsOf(config)),
  check: (config, isBookRead) => checkFritzbox(optionsOf(config), isBookRead),
};

function optionsOf(config: Config): FritzboxOptions {
  const [user, password] = [
    config['app.telephony.fritzbox.user'],
    config['app.telephony.fritzbox.password'],
  ];
  return {
    host: config['app.telephony.fritzbox.host'],
    port: config['app.telephony.fritzbox.port'],
    ...officeOf(config),
    tr064:
      user === undefined || password === undefined
        ? undefined
        : { url: config['app.telephony.fritzbox.tr064'], user, password },
    phoneBooks: config['app.telephony.fritzbox.phone-books'],
    dialPhones: config['app.telephony.fritzbox.dial-phones'] ?? {},
  };
}

/** By why there is no line. */
const ADVICE: Readonly<Record<string, string>> = {
  'connection refused':
    'dial #96*5* on a telephone at the box (analog, ISDN or DECT, no IP phone and not the app)',
  'no such host': 'set app.telephony.fritzbox.host',
};

async function* checkFritzbox(
  options: FritzboxOptions,
  isBookRead: boolean,
): AsyncGenerator<Finding> {
  yield await callMonitor(options);
  if (options.tr064) yield* takesOrders(new Tr064(options.tr064), options, isBookRead);
  else {
    yield note(
      'phone login',
      'none: calls are watched; for phone book and dialling set app.telephony.fritzbox.user and .password',
    );
  }
}

async function callMonitor({ host, port }: FritzboxOptions): Promise<Finding> {
  const reason = await tryLine(host, port);
  const at = `${host}:${port}`;
  if (reason === undefined) return ok('phone line', `the call monitor at ${at} is on`);
  const advice = ADVICE[reason] ?? 'is the box switched on, and in this network?';
  return wrong('phone line', `no call monitor at ${at} (${reason}): ${advice}`);
}

/** Takes the line once and lets go of it: why that failed, or nothing. */
function tryLine(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (reason?: string) => {
      line.close();
      resolve(reason);
    };
    const line = new LastingLine({
      host,
      port,
      schedule: realTime,
      onUp: () => end(),
      onLine() {},
      onDown: end,
    });
    line.open();
  });
}

/** Login, rights, phone books and telephones, until one of them fails. */
async function* takesOrders(
  box: Tr064,
  options: FritzboxOptions,
  isBookRead: boolean,
): AsyncGenerator<Finding> {
  const { url = '', user = '' } = options.tr064 ?? {};
  let about = 'phone login';
  try {
    const chosen = await box.dialPhone().catch((error) => {
      // A fault is an answer to somebody who was let in.
      if (error instanceof Tr064Error && error.fault !== '') return error;
      throw error;
    });
    yield ok(about, `${user} at ${url}`);
    about = 'phone rights';
    if (chosen instanceof Tr064Error) throw chosen;
    const books = await box.phoneBooks();
    yield ok(
      about,
      `${user} can read phone books and dial help; whether it may dial shows only by dialling`,
    );
    about = 'phone book';
    if (isBookRead) yield await phoneBook(box, options.phoneBooks, books);
    about = 'dial phones';
    yield dialPhones(options, chosen, await box.phones());
  } catch (error) {
    if (!(error instanceof Tr064Error)) throw error;
    yield wrong(about, error.message);
  }
}

async function phoneBook(
  box: Tr064,
  wanted: readonly string[] | undefined,
  books: readonly PhoneBookOfBox[],
): Promise<Finding> {
  const names = books.map(({ name }) => name);
  const missing = unknown(wanted ?? [], [...names, ...books.map(({ id }) => id)]);
  if (missing !== undefined) {
    const property = 'app.telephony.fritzbox.phone-books';
    return wrong('phone book', `the box has no ${missing}, it has ${listed(names)}; ${property}`);
  }
  const { length } = await box.phoneBook(wanted);
  return ok(
    'phone book',
    `${length} ${length === 1 ? 'entry' : 'entries'} in ${listed(wanted ?? names)}`,
  );
}

function dialPhones(
  { dialPhones: wanted, desks }: FritzboxOptions,
  chosen: string,
  phones: readonly string[],
): Finding {
  const about = 'dial phones';
  const property = 'app.telephony.fritzbox.dial-phones';
  const missing = unknown(Object.values(wanted), phones);
  if (missing !== undefined) {
    return wrong(
      about,
      `the box has no telephone ${missing}, it has ${listed(phones)}; ${property}`,
    );
  }
  const desk = unknown(Object.keys(wanted), Object.keys(desks));
  if (desk !== undefined) {
    return wrong(about, `${property}: ${desk} is no desk of app.telephony.desks`);
  }
  const pairs = Object.entries(wanted);
  if (pairs.length > 0) return ok(about, pairs.map((pair) => pair.join('=')).join(', '));
  return chosen === ''
    ? note(about, `none: choose one at the box (Telefonie, Anrufe, Wählhilfe), or set ${property}`)
    : ok(about, `${JSON.stringify(chosen)} for every desk, as chosen at the box`);
}

/** The first that is not known, in quotation marks. */
function unknown(names: readonly string[], known: readonly string[]): string | undefined {
  const name = names.find((each) => !known.includes(each));
  return name === undefined ? undefined : JSON.stringify(name);
}

function listed(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(', ') || 'none';
}
