import type { Channel, Target } from '@hookline/contract';
import { foldedName } from '@hookline/records';
import { isContainer, scalarText } from '../../../format/payload-json.ts';
import { readValue } from '../../../format/payload-value.ts';
import { TARGETS_OF } from './targets.ts';

const MOST = 4;

/** Whose a value is, by what stands around it. */
const SIDES: readonly (readonly [side: string, names: RegExp])[] = [
  ['pickup', /pick|abhol|from|origin|start|sender|absend|shipper|collect|beladen/],
  ['dropoff', /drop|deliver|zustell|liefer|empf|recipient|receiver|consignee|dest|ziel|entlad/],
  ['courier', /courier|kurier|driver|fahrer|rider|bote|lenker|chauffeur|zusteller/],
];
/** What it is, by its own name. */
const PARTS: readonly (readonly [part: string, names: RegExp])[] = [
  ['phone', /phone|tel|fon|mobil|handy|cell|gsm|vorwahl|ruf(?!name)|^mob$/],
  ['status', /stat(us|e)|zustand|phase|event|^lage$/],
  ['note', /note|hint|hinweis|bemerk|comment|info|instruction|etage|stock|hof|floor|klingel/],
  ['address', /addr|anschrift|stra|street|city|ort$|plz|zip|^where$|^wo$/],
  ['parcels', /parcel|pieces?|packages|colli|anzahl|stueck|count|qty/],
  ['vehicle', /vehicle|fahrzeug|bike|auto|rad$|wagen$|kfz/],
  ['name', /name|firma|company|^who$|^wer$|^n\d$/],
  ['id', /id$|no$|nr|num|ref|code|key/],
];
/** What tells when a message was made, rather than when something is due. */
const HAPPENED = /stamp|creat|updat|modif|zeitpunkt|occur|sent|erstellt|gemeldet|ts$/;
const TARGETS: Record<string, readonly string[]> = {
  id: ['reference', 'alias', 'ownId'],
  status: ['status', 'state'],
  time: ['deliverBy', 'pickupBy', 'at'],
};

/** `15:00`, `18.11.2026`, `03/04/2026 15:00`, seconds and milliseconds since 1970. */
const TIME = /^\d{1,2}:\d\d|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)|^1\d{9}(\d{3})?$/;

/** What a value most probably is, the best guess first: by its look, its name and its place. */
export function likelyTargets(
  channel: Channel,
  place: readonly (string | number)[],
  value: unknown,
): readonly Target[] {
  const names = place.map((step) => foldedName(String(step)));
  const name = names.at(-1) ?? '';
  const sides = SIDES.filter(([, pattern]) => names.some((each) => pattern.test(each)));
  const others = SIDES.filter((side) => !sides.includes(side));
  const wanted = partsOf(name, value).flatMap((part) =>
    (TARGETS[part] ?? [part, ...[...sides, ...others].map(([side]) => `${side}.${part}`)]).toSorted(
      // Of three times, that of the place it stands in.
      (a, b) => isNear(b) - isNear(a),
    ),
  );
  function isNear(target: string): number {
    const by = { pickupBy: 'pickup', deliverBy: 'dropoff' }[target];
    const isOfReport = target === 'at' && HAPPENED.test(name);
    return Number(isOfReport || sides.some(([side]) => side === by));
  }
  const known = new Set<string>(['record', ...TARGETS_OF[channel]]);
  return [...new Set(wanted)].filter((each) => known.has(each)).slice(0, MOST) as Target[];
}

function partsOf(name: string, value: unknown): readonly string[] {
  if (isContainer(value)) return Array.isArray(value) ? ['record'] : ['record', 'address'];
  const text = scalarText(value) ?? '';
  const { kind } = readValue(name, value);
  const byName = PARTS.filter(([, names]) => names.test(name)).map(([part]) => part);
  if (kind === 'time' || kind === 'day' || TIME.test(text)) return ['time'];
  if (kind === 'phone' || /^(\+|0[1-9])[\d /()-]{5,}$/.test(text)) return ['phone', ...byName];
  // A code, whatever it is called.
  const isCode = typeof value === 'boolean' || /^-?\d\d?$|^\w$/.test(text);
  if (isCode) return [...byName, 'status', 'parcels', 'id'];
  const isId = /^(?=.*\d)[\w./-]{3,}$/.test(text);
  return [...byName, ...(isId ? ['id', 'name'] : ['name', 'address', 'note'])];
}
