import { IS_OUTSIDE_LINE, partyOf } from './address.ts';
import { filledText, foldedName, isJsonObject, type JsonObject, remembered } from './fields.ts';
import { VEHICLES } from './names.ts';
import type { Reported } from './party-name.ts';
import { isOthersName, sideOf } from './sides.ts';

const MAX_PEOPLE = 120;
/** Longer ones are no ids. */
const MAX_ID = 200;
const IS_ROLE = /(?:type|typ|role|rolle|kind|art)$/;
const IS_OF_VEHICLE = /vehicle|fahrzeug|kennzeichen|licen[cs]eplate|platenumber|numberplate/;
/** `"fahrer":"F-12"` is no name. */
const IS_ID = /^(?=.*\d)[\p{L}\d][\p{L}\d_./-]{0,40}$/u;
const IS_POSITION = /^(?:current|last|live)?(?:lat|latitude)$/;

/** `[{"resource":{"type":"VAN",…}},{"resource":{"type":"DRIVER",…}}]`: whoever says so drives. */
export function driverAmong(list: readonly unknown[]): JsonObject | undefined {
  const people = list.slice(0, MAX_PEOPLE).filter(isJsonObject).map(onlyObjectIn);
  return people.find((one) =>
    Object.entries(one).some(
      ([name, value]) => IS_ROLE.test(foldedName(name)) && isCourierWord(value),
    ),
  );
}

/**
 * `"gogetters":[{"name":…,"phone":…,"current_lat":…}]`: whatever a house calls them, one who can be
 * called, has a vehicle or a position and lives nowhere is on the way.
 */
export function moverIn(name: string, value: unknown): JsonObject | undefined {
  const person = Array.isArray(value) ? value.find(isJsonObject) : value;
  if (!isJsonObject(person) || isOthersName(name) || sideOf(name)) return undefined;
  const keys = Object.keys(person);
  // `{"name":"Trans Nord GmbH","fahrer":"Uwe Lorenz","kennzeichen":…}` is whom he works for.
  const namesCourier = keys.some((key) => sideOf(key)?.side === 'courier');
  if (namesCourier || !keys.some(isOfMover)) return undefined;
  const party = partyOf([person]);
  return party.name && party.phone && !party.address ? person : undefined;
}

/** What a field for it says; an explicit null says that nobody drives. */
export function reportedId(value: unknown): Reported {
  const id = value === null ? null : filledText(value);
  return (id?.length ?? 0) > MAX_ID ? undefined : id;
}

export function idIn(value: unknown): string | undefined {
  const text = filledText(value);
  return text && IS_ID.test(text) && !IS_OUTSIDE_LINE.test(text) ? text : undefined;
}

const isOfMover = remembered((name) => {
  const folded = foldedName(name);
  return VEHICLES.has(name) || IS_OF_VEHICLE.test(folded) || IS_POSITION.test(folded);
});

function isCourierWord(value: unknown): boolean {
  const found = typeof value === 'string' ? sideOf(value) : undefined;
  return found?.side === 'courier' && !found.isWeak && found.field === '';
}

/** `{"resource":{…}}` is what is in it. */
function onlyObjectIn(object: JsonObject): JsonObject {
  const [only, ...others] = Object.values(object);
  return others.length === 0 && isJsonObject(only) ? only : object;
}
