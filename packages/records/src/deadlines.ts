import {
  foldedName,
  isJsonObject,
  type JsonObject,
  NameList,
  remembered,
  sortedEntries,
  wordSet,
  writtenOut,
} from './fields.ts';
import { STOP_TYPES } from './job-names.ts';
import { STATUSES } from './names.ts';
import { SIDE_WORDS } from './side-words.ts';
import { isFormer } from './sides.ts';
import { dayOf, type Moment, momentOf, timeOnDay } from './times.ts';

/** Which of the two deadlines a time is. */
export type DeadlineSide = 'pickup' | 'dropoff';

/** A time by which something has to be done; null takes back what was said. */
export interface Deadline {
  readonly side: DeadlineSide;
  readonly at: Moment | null;
  /** A deadline beats a promise, and that a time that is only named for its occasion. */
  readonly strength: number;
  /** It stands for the whole job: `scheduled_at`. */
  readonly isOfJob?: boolean;
}

const DEADLINE = 3;
export const PROMISED = 2;
const NAMED = 1;

/** An estimate, a beginning, what has happened, and what is no time at all. */
const IS_NONE =
  /estimat|expect|voraussicht|predict|actual|tatsaech|created|requestedat|requestedon|orderedat|placedat|updated|modif|earliest|fruehest|duration|dauer|minutes|timezone|timestamp|arrived|departed|delivered|shipped|picked|prognos|notbefore|noearlier|ready|^eta|eta$|cancel|complet(?!ebefore|eby)|finished|confirmed|^est|shipmentpickup|shipmentdelivery|tracking|attempt|previst|prevu|stimat|verwacht|szacowan|przewidywan/;
const NOT_THE_END = wordSet(`
  eta etd etl etos ab von from start begin beginn after open min since seit est ist
  first opens opening early desde od debut inicio inizio vanaf depuis
`);
const IS_DEADLINE =
  /deadline|nolaterthan|latest$|latest(?:pick|deliver|drop|collect|arriv|depart|time$|date$|at$|end|finish|possible|ship|load)|required(?:finish|end|until|date|time|at$|deliver|drop|pick|collect|arriv)|duedate|dueat|dueby|duetime|completebefore|completeby|deliverby|deliverbefore|pickupby|collectby|dropoffby|spaetest|faellig|frist|before$|requiredby|neededby|limite|scadenz|uiterlijk|uiterste|echeance|najpozniej/;
/** On an invoice it is the money that is due. */
const IS_DUE = /^(?:due(?:date|at|by|on)?|faellig(?:am|keit|keitsdatum)?)$/;
const IS_OF_INVOICE = /^(?:invoice|voucher|rechnungs?|beleg)(?:date|datum)$/;
const ENDS = wordSet(`
  end ends to until till bis by max stop close closes through ende endtime endsat
  endat due tot hasta fin
`);
const IS_WINDOW =
  /window|slot|fenster|timeframe|timespan|interval|range|termin|wunsch|zeitraum|schedule|between|zwischen|creneau|franja|fascia|tijdvak|tijdvenster/;
const IS_PROMISE =
  /promise|zugesagt|request|wunsch|termin|schedul|planned|geplant|target|soll|agreed|commit|appoint|slot|desired|preferred|richiest|souhait|demande|solicitad|desead|gewenst|zadan/;
/** They name no occasion, and mean the delivery. */
const IS_GENERAL_PROMISE =
  /^(?:scheduled(?:at|for|time|date)|termin|wunschtermin|wunschdatum|appointment|requested(?:for|time|date)|promised(?:at|for|time|date|by)|expectedtime|fulfill?(?:at|by|time|date)|zugesagtertermin|commitment|committed(?:at|for|time|date))$/;
/** It may be when a job begins, where that is told too. */
const IS_OF_JOB = /^scheduled?(?:at|for|time|date|datetime|on)?$/;
/** They are at the place that is told of, and otherwise at the end and at the beginning. */
const IS_ARRIVAL = /arriv|ankunft/;
const IS_DEPARTURE = /departure|abfahrt/;
/** `fecha_entrega`, `date_livraison`, `data_ritiro`, `losdatum`. */
const IS_FOREIGN_OCCASION =
  /^(?:(?:fecha|data|date|datum|hora|heure|ora|jour|dia|dzien|godzina)(?:de|da|di|du|del|depart)?(?:entrega|recogida|recoleccion|coleta|livraison|enlevement|ramassage|consegna|ritiro|prelievo|carico|scarico|dostawy|odbioru|doreczenia)|(?:laad|los|lever|aflever|bezorg|ophaal|afhaal)(?:datum|tijd|dag))$/;
/** Where people write the day before the month. */
const IS_DAY_FIRST =
  /datum|tijd|termin|fecha|limite|heure|livraison|enlevement|ramassage|entrega|recogida|consegna|ritiro|dostaw|odbior|doreczen|liefer|abhol|zustell/;
const IS_OCCASION =
  /^(?:job|order|task|rider|courier|driver|auftrags?)?(?:pickup|delivery|deliver|dropoff|collection|abhol|abholung|ablieferung|liefer|lieferung|zustell|zustellung|anliefer|lade|entlade|loading|unloading)s?(?:date|time|datetime|datum|zeit|tag|at|day|zeitpunkt)$/;
/** Beside the time of an earlier step, that of the delivery is when it happened. */
const IS_STEP =
  /^(?:dispatch|allot(?:ment)?|allocation|assign(?:ment)?|accept(?:ance)?|arrival|departure)time$/;
/** `assigned_at`, `delivered_at`: of a list of what has happened, where there are several. */
const IS_STEP_DONE =
  /^(?:assigned|accepted|dispatched|picked(?:up)?|collected|enroute|arrived|delivered|completed|cancell?ed|failed)(at|on|time|date)$/;
/** The day of times that have none. */
const DAYS = NameList.of(`
  date datum tag day deliveryDate lieferdatum liefertag zustelldatum
  plannedDeliveryDate plannedDate scheduledDate serviceDate jobDate tourDate tourdatum
  routeDate tripDate runDate appointmentDate pickupDate abholdatum orderDate
`);
/** What a time is called inside of an object that is one: `{"dateTime":…,"timeZone":…}`. */
const MOMENTS = NameList.of(`
  dateTime datetime timestamp iso utc local localDateTime date datum value at $date
`);
const HOURS = new NameList('time', 'uhrzeit', 'zeit', 'hour');
const PLAIN_DAYS = new NameList('date', 'datum', 'day', 'tag');
const IS_SCHEDULE =
  /^(?:schedule|scheduled|dates|timing|deadlines|termine|zeiten|windows|timewindows|slots|times)$/;
const IS_SIDE =
  /^(?:pickup|collection|abholung|loading|delivery|dropoff|lieferung|zustellung|unloading)$/;
const IS_PLAIN_TIME = /^(?:date|time|datetime|datum|zeit|uhrzeit|tag|day)$/;
const IS_ALL_TIMES = /^(?:time|times|timing|zeit|zeiten)$/;
/** A list of times that each say what they are; what happened is listed elsewhere. */
const IS_TIMES = /dates?$|times?$|termine$|zeiten$|fristen$|deadlines$/;
const MAX_TIMES = 50;
const MAX_MEMBERS = 6;
const MAX_NAME = 64;
const DATE = /date|datum|day|tag/;
const TIME = /time|uhrzeit|zeit/;
const DAY_LENGTH = '2026-03-04'.length;

/** What stands under `endDate` beside an `endTime`, and the other way round. */
function companionsIn(object: JsonObject) {
  const known = new Map<RegExp, ReadonlyMap<string, unknown>>();
  /** By what their names have beside it. */
  const allOf = (wanted: RegExp): ReadonlyMap<string, unknown> => {
    const named = sortedEntries(object).flatMap(([name, value]) => {
      const folded = foldedName(name);
      return wanted.test(folded) ? [[folded.replace(wanted, '#'), value] as const] : [];
    });
    return new Map(named.reverse());
  };
  return (name: string, kind: RegExp, wanted: RegExp): unknown => {
    const folded = foldedName(name);
    if (!kind.test(folded)) return undefined;
    const all = known.get(wanted) ?? allOf(wanted);
    known.set(wanted, all);
    return all.get(folded.replace(kind, '#'));
  };
}

/** The deadlines that an object tells by itself, in the side that it is about. */
export function deadlinesIn(
  object: JsonObject,
  about: DeadlineSide | undefined,
  timeZone: string,
): readonly Deadline[] {
  const companionOf = companionsIn(object);
  let day: Moment | undefined | null = null;
  const dayBeside = (name: string) => {
    const own = dayOf(companionOf(name, TIME, DATE), timeZone);
    if (own !== undefined) return own;
    day ??= DAYS.firstIn([object], (value) => dayOf(value, timeZone));
    return day;
  };
  let told: ReadonlySet<string> | undefined;
  const areStepsTold = (folded: string) => {
    told ??= stepsToldIn(object);
    const [ending = ''] = /(?:at|on|time|date)$/.exec(folded) ?? [];
    return told.has(ending);
  };
  const read = (value: unknown, name: string) => {
    if (value === null) return null;
    const at = momentOf(value, timeZone, IS_DAY_FIRST.test(foldedName(name)));
    if (at === undefined) return onDay(value, () => dayBeside(name), timeZone);
    const time = at.length === DAY_LENGTH ? companionOf(name, DATE, TIME) : undefined;
    return onDay(time, () => at, timeZone) ?? at;
  };
  return sortedEntries(object).flatMap(([name, value]): Deadline[] => {
    if (name.length > MAX_NAME) return [];
    const { folded, isNone, pair } = timeName(name);
    if (isNone || isFormer(name) || (IS_DUE.test(folded) && isInvoice(object))) return [];
    if (typeof value === 'object' && value !== null) {
      const meant = isJsonObject(value) ? meaningOf(name, about, undefined) : undefined;
      const isOfTime = IS_WINDOW.test(folded) || IS_DEADLINE.test(folded) || meant !== undefined;
      const side = sideOf(folded, about) ?? 'dropoff';
      const end = isOfTime ? endOf(value, read, timeZone) : undefined;
      if (end !== undefined) return [{ side, at: end, strength: DEADLINE }];
      if (Array.isArray(value)) return IS_TIMES.test(folded) ? listed(value, about, timeZone) : [];
      if (isJsonObject(value) && IS_SCHEDULE.test(folded)) return planned(value, read, timeZone);
      // `{"time":{"range":{"start":…,"end":…}}}`.
      if (isJsonObject(value) && about && IS_ALL_TIMES.test(folded)) {
        const inner = sortedEntries(value).filter(([one]) => IS_WINDOW.test(foldedName(one)));
        return [...deadlinesIn(Object.fromEntries(inner), about, timeZone)];
      }
      const at = meant && isJsonObject(value) ? momentInside(value, timeZone) : undefined;
      return meant && at ? [{ ...meant, at }] : [];
    }
    if (about && pair !== undefined && hasStart(pair, object)) {
      const at = read(value, name);
      return at ? [{ side: about, at, strength: PROMISED }] : [];
    }
    const meant = meaningOf(name, about, value);
    if (!meant || !mayBeTime(value)) return [];
    if (meant.strength === NAMED && areStepsTold(folded)) return [];
    const at = read(value, name);
    return at === undefined ? [] : [{ ...meant, at: at ?? null }];
  });
}

/** `{"delivery":{"date":…,"time":…}}`: when that is to be, unless it tells how far it is. */
export function timesOfAct(name: string, object: JsonObject): JsonObject {
  if (!IS_SIDE.test(foldedName(name)) || STATUSES.textIn(object) !== undefined) return {};
  const times = Object.entries(object).filter(([field]) =>
    IS_PLAIN_TIME.test(timeName(field).folded),
  );
  return Object.fromEntries(times.map(([field, value]) => [`${name}_${field}`, value]));
}

function isInvoice(object: JsonObject): boolean {
  return Object.keys(object).some((name) => IS_OF_INVOICE.test(foldedName(name)));
}

/** `{"type":"pickup","date":"2026-03-02","time":"09:00"}`: a day alone may be any. */
export function timeAtStop(stop: JsonObject, timeZone: string): Moment | undefined {
  // Beside a status it is when that came to be.
  if (STATUSES.textIn(stop) !== undefined) return undefined;
  const day = PLAIN_DAYS.firstIn([stop], (value) => dayOf(value, timeZone));
  return day && HOURS.firstIn([stop], (value) => timeOnDay(value, day, timeZone));
}

/** `{"start_datetime":…,"end_datetime":…}`: from when to when it is planned. */
function hasStart(pair: string, object: JsonObject): boolean {
  return Object.keys(object).some((name) => foldedName(name) === `start${pair}`);
}

const timeName = remembered((name) => {
  const folded = foldedName(plainName(name)).replace(/(?:withutcoffset|inutc|utc|local)$/, '');
  const isNone = IS_NONE.test(folded) && !IS_GENERAL_PROMISE.test(folded);
  return { folded, isNone, pair: /^end(datetime|date|time)$/.exec(folded)?.[1] };
});

/** `pickup_latest_ts`, `date_iso` say how the time is written, and `deliveryDt` that it is one. */
function plainName(name: string): string {
  if (!/[td][st]$|iso$/i.test(name)) return name;
  return name
    .replace(/[_-]iso$|(?<=\p{Ll})I(?:so|SO)$/u, '')
    .replace(/[_-]ts$|(?<=\p{Ll})T[sS]$/u, '')
    .replace(/[_-]dt$|(?<=\p{Ll})D[tT]$/u, 'Date');
}

/** Of an object that is nothing but a time. */
function momentInside(value: JsonObject, timeZone: string): Moment | undefined {
  const members = Object.values(value);
  const isTime = members.length <= MAX_MEMBERS && !members.some((one) => isJsonObject(one));
  if (!isTime) return undefined;
  const at = MOMENTS.firstIn([value], (one) => momentOf(one, timeZone));
  const isDay = at?.length === DAY_LENGTH;
  return (isDay && HOURS.firstIn([value], (one) => timeOnDay(one, at, timeZone))) || at;
}

/** `{"schedule":{"pickup":…,"delivery":…}}`: times, or windows, by nothing but their side. */
function planned(
  schedule: JsonObject,
  read: (value: unknown, name: string) => Moment | null | undefined,
  timeZone: string,
): Deadline[] {
  return sortedEntries(schedule).flatMap(([name, value]): Deadline[] => {
    const side = IS_SIDE.test(foldedName(name)) ? sideOf(foldedName(name)) : undefined;
    if (!side || value === null) return [];
    const end = typeof value === 'object' ? endOf(value, read, timeZone) : undefined;
    const at = end ?? (typeof value === 'object' ? undefined : read(value, name));
    return at ? [{ side, at, strength: end ? DEADLINE : PROMISED }] : [];
  });
}

/** `[{"type":"COMMITMENT","dateTime":…}]`. */
function listed(
  list: readonly unknown[],
  about: DeadlineSide | undefined,
  timeZone: string,
): Deadline[] {
  const named = list
    .slice(0, MAX_TIMES)
    .filter(isJsonObject)
    .flatMap((one) => {
      const type = STOP_TYPES.textIn(one);
      const at = type === undefined ? undefined : momentInside(one, timeZone);
      return type === undefined || at === undefined ? [] : [[type, at] as const];
    });
  return [...deadlinesIn(Object.fromEntries(named), about, timeZone)];
}

/** How the names of times end that are steps of a way: `{"assigned_at":…,"pickup_at":…,"delivered_at":…}`. */
function stepsToldIn(object: JsonObject): ReadonlySet<string> {
  const names = Object.keys(object).map(foldedName);
  const ends = names.flatMap((folded) => IS_STEP_DONE.exec(folded)?.[1] ?? []);
  const several = ends.filter((end, i) => ends.indexOf(end) !== i);
  return new Set([...several, ...(names.some((folded) => IS_STEP.test(folded)) ? ['time'] : [])]);
}

function mayBeTime(value: unknown): boolean {
  if (typeof value !== 'string') return value === null || typeof value === 'number';
  return value.length <= 40 && /\d/.test(value);
}

type Meaning = Omit<Deadline, 'at'>;

/** What a name means for a time, by what the object around it is about. */
const MEANINGS = new Map(
  (['pickup', 'dropoff', undefined] as const).map((about) => [
    about,
    remembered((name) => ({
      ofTime: meaningIn(name, about, false),
      ofSpan: meaningIn(name, about, true),
    })),
  ]),
);

function meaningOf(
  name: string,
  about: DeadlineSide | undefined,
  value: unknown,
): Meaning | undefined {
  const { ofTime, ofSpan } = MEANINGS.get(about)?.(name) ?? {};
  return ofSpan === ofTime || !isSpan(value) ? ofTime : ofSpan;
}

function meaningIn(
  name: string,
  about: DeadlineSide | undefined,
  isOfSpan: boolean,
): Meaning | undefined {
  const { folded } = timeName(name);
  const tokens = tokensOf(name);
  if (tokens.some((token) => NOT_THE_END.has(token))) return undefined;
  const side = sideOf(folded, about);
  // `{"early_date":…,"late_date":…}`.
  const isLate = tokens.includes('late') && tokens.length > 1;
  const isFixed = about !== undefined && (isLate || folded.startsWith('appointment'));
  const isWindow = IS_WINDOW.test(folded);
  const isEnd = tokens.some((token) => ENDS.has(token));
  const isDeadline =
    isFixed ||
    IS_DEADLINE.test(folded) ||
    (isEnd && (side || isWindow || folded === 'due')) ||
    (isWindow && isOfSpan);
  if (isDeadline) return { side: side ?? 'dropoff', strength: DEADLINE };
  const isPromise = side ? IS_PROMISE.test(folded) : IS_GENERAL_PROMISE.test(folded);
  if (isPromise) {
    const isOfJob = IS_OF_JOB.test(folded);
    return { side: side ?? 'dropoff', strength: PROMISED, ...(isOfJob && { isOfJob }) };
  }
  const isOccasion = IS_OCCASION.test(folded) || IS_FOREIGN_OCCASION.test(folded);
  if (side && isOccasion) return { side, strength: NAMED };
  return undefined;
}

/** `{"abholfenster":{"tag":…,"spaetestens":"11:00"}}`: of which side the times in it are. */
export function sideOfWindow(name: string): DeadlineSide | undefined {
  const { folded } = timeName(name);
  return name.length <= MAX_NAME && IS_WINDOW.test(folded) ? sideOf(folded) : undefined;
}

function sideOf(folded: string, about?: DeadlineSide): DeadlineSide | undefined {
  if (SIDE_WORDS.dropoff.inTimes.test(folded)) return 'dropoff';
  if (SIDE_WORDS.pickup.inTimes.test(folded)) return 'pickup';
  if (about || IS_ARRIVAL.test(folded)) return about ?? 'dropoff';
  return IS_DEPARTURE.test(folded) ? 'pickup' : undefined;
}

/** `{"start":…,"end":…}`, a list of such, or `[start, end]`. */
function endOf(
  value: object,
  read: (value: unknown, name: string) => Moment | null | undefined,
  timeZone: string,
): Moment | undefined {
  const outer = Array.isArray(value) ? value.at(-1) : value;
  const last = Array.isArray(outer) ? outer.at(-1) : outer;
  if (!isJsonObject(last)) return read(last, '') ?? undefined;
  // `{"date":"2026-03-02","start":"10:00","end":"12:00"}`.
  const day = DAYS.firstIn([last], (one) => dayOf(one, timeZone));
  for (const [name, one] of sortedEntries(last)) {
    const tokens = name.length > MAX_NAME ? [] : tokensOf(name);
    const isEnd =
      tokens.some((token) => ENDS.has(token)) || IS_DEADLINE.test(timeName(name).folded);
    const inner = isEnd && isJsonObject(one) ? momentInside(one, timeZone) : undefined;
    const at = isEnd
      ? (inner ?? ((day && timeOnDay(one, day, timeZone)) || read(one, name)))
      : undefined;
    if (at) return at;
  }
  return undefined;
}

const SPAN = /^\s*\d\d?[:.]\d\d(?:\s?Uhr)?\s*(?:-|–|bis|to)\s*(\d\d?[:.]\d\d)(?:\s?Uhr)?\s*$/i;

function isSpan(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 40 && SPAN.test(value);
}

/** `14:00`, or the end of `12:00 - 14:00`, on the day that stands beside it. */
function onDay(
  value: unknown,
  dayBeside: () => Moment | undefined,
  timeZone: string,
): Moment | undefined {
  if (
    typeof value !== 'string' ||
    value.length > 40 ||
    !/^\s*\d\d?(?:[:.]\d\d|\s?[ap]\.?m)/i.test(value)
  ) {
    return undefined;
  }
  const day = dayBeside();
  return day && timeOnDay(SPAN.exec(value)?.[1] ?? value, day, timeZone);
}

function tokensOf(name: string): readonly string[] {
  const apart = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return writtenOut(apart).match(/\p{L}+/gu) ?? [];
}
