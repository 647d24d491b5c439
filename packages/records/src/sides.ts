import { foldedName, remembered, wordSet } from './fields.ts';
import * as names from './names.ts';
import { isNumberName } from './phone-fields.ts';
import { isPlaceField, PLACE_FIELDS } from './place.ts';
import { COUNTER_WORDS, SIDE_WORDS } from './side-words.ts';

/** Who or what a part of a job is about. */
export type Side = 'pickup' | 'dropoff' | 'courier';

export interface SideName {
  readonly side: Side;
  /** A customer may be the drop-off and a shop the pick-up, if nobody says it better. */
  readonly isWeak: boolean;
  /** The field that the name goes on to tell, as in `pickup_phone`; empty for the side itself. */
  readonly field: string;
  /** The lower, the plainer: a `pickup` says it better than a `sender`. */
  readonly rank: number;
}

/** The longest first, or `to` would be found in `toname` before `shipto` is looked for. */
const BY_LENGTH = Object.entries(SIDE_WORDS)
  .flatMap(([side, { names: plain, maybe }]) =>
    [plain, maybe].flatMap((list, isMaybe) =>
      list.map((word, rank) => ({ side: side as Side, isWeak: isMaybe === 1, word, rank })),
    ),
  )
  .sort((a, b) => b.word.length - a.word.length);
/** By a letter of theirs: most names begin and end with none of the words. */
const BY_FIRST = Map.groupBy(BY_LENGTH, ({ word }) => word.charAt(0));
const BY_LAST = Map.groupBy(BY_LENGTH, ({ word }) => word.at(-1) ?? '');

/** What may stand before a side and says nothing about it. */
const BEFORE =
  /^(?:address(?=shipping|delivery|pickup|collection|sender|receiver|recipient)|job|order|task|shipment|parcel|package|transport|current|assigned|sendungs?|auftrags?|(?:delivery|pickup|truck|vehicle|van|main|primary|selected)(?=courier|driver|rider|fahrer|agent))/;
/** What may stand between a side and its field, or behind it. */
const BETWEEN =
  /^(?:contact(?=.)|account(?=name)|address(?=[a-z])|adresse?(?=[a-z])|location(?=.)|person(?=.)|point(?=.)|party(?=.)|business(?=phone)|kontakt(?=.)|details(?=.)|info(?=.)|customer(?=.)|order(?=.)|recipient(?=.)|receiver(?=.)|empfaenger(?=.)|driver(?=.)|rider(?=.)|fahrer(?=.))/;
const BEHIND =
  /^(?:s|n|en|address|adresse|addresse|anschrift|location|locations|place|point|details?|info|information|data|daten|party|stop|contact|kontakt|person|assigned|stelle|ort|site|attempt|address(?:es)?)$/;
/** How something was before. */
const IS_FORMER = /^(?:previous|prior(?!ity)|old|pre$|before$|original|former|vorher|bisher)/;
/** Other people's addresses, what has changed, and what is in the parcel. */
const IS_OTHERS =
  /^(?:billing|bill(?:to|ing.*)|invoice|rechnung|return|retour|ruecksende|changes?$|changed(?:fields|values|attributes|properties)?$|diff$|delta$|history|historie|verlauf|events?$|checkpoints?|logs?$|items?$|lineitems|orderitems|products?$|positionen|payments?|links?$|fees?$|taxe?s?|refunds?|meta|metadata|settings|request|customfields|trackingdetails|trackinghistory|estimated|eta|(?:event|scan|current|last|latest|checkpoint)(?:location|place|position)$|emergency|notfall|support|dispatcher|disponent|createdby|updatedby|creator|packingslip|signature|unterschrift|proof|pod$|(?:milestone|status|state|event)(?:dates?|times?|timestamps?)$|timestamps$|timeline$|(?:accept|reject|available|possible|alternative)(?:\w*)options?$)/;

/** `{"start":{"address":…},"end":{"address":…}}`: they are sides where they have a place. */
const ENDS = {
  pickup: wordSet(
    'start startlocation startaddress startpoint source sourceaddress sourcelocation',
  ),
  dropoff: wordSet(
    'end endlocation endaddress endpoint finish target targetaddress targetlocation',
  ),
};
const ENDS_RANK = 500;

/** What a name says about a side if there is a place under it. */
export function endOf(name: string): SideName | undefined {
  const folded = foldedName(name);
  const side = (['pickup', 'dropoff'] as const).find((end) => ENDS[end].has(folded));
  return side && { side, isWeak: false, field: '', rank: ENDS_RANK };
}

/** Whether it names what keeps parcels until somebody comes for them. */
export const isCounter = remembered((name) => COUNTERS.has(foldedName(name)));
const COUNTERS: ReadonlySet<string> = new Set(COUNTER_WORDS);

/** Whether it tells how something was before. */
export const isFormer = remembered((name) => IS_FORMER.test(foldedName(name)));

/** Whether what stands under this name is not about the way of this job. */
export const isOthersName = remembered((name) => isOthers(foldedName(name)));

function isOthers(folded: string): boolean {
  return IS_FORMER.test(folded) || IS_OTHERS.test(folded);
}

/** What a name says about a side; undefined if it says nothing. */
export const sideOf = remembered((name): SideName | undefined => {
  const folded = foldedName(name);
  if (isOthers(folded)) return undefined;
  const inner = folded.replace(BEFORE, '');
  return sideIn(folded) ?? (inner === folded ? undefined : sideIn(inner));
});

/** `job_address`, `order_city`: a part of the place that the job itself is at. */
export const ownPlaceField = remembered((name): string | undefined => {
  const folded = foldedName(name);
  const field = folded.replace(BEFORE, '').replace(/^(?:contact|kontakt)/, '');
  return field !== folded && isPlaceField(field) ? field : undefined;
});

function sideIn(folded: string): SideName | undefined {
  for (const { side, isWeak, word, rank } of BY_FIRST.get(folded.charAt(0)) ?? []) {
    if (!folded.startsWith(word)) continue;
    const field = fieldIn(folded.slice(word.length));
    // `recipient_number` is a phone, `customer_number` and `delivery_number` are none.
    if (field === 'number' && (isWeak || names.REFERENCES.has(folded))) return undefined;
    // `locker_name` is nobody's.
    if (field && COUNTERS.has(word) && !isPlaceField(field)) return undefined;
    if (field !== undefined) return { side, isWeak, rank, field };
  }
  // `address_from`, `name_empfaenger`.
  for (const { side, isWeak, word, rank } of BY_LAST.get(folded.at(-1) ?? '') ?? []) {
    if (folded.length === word.length || !folded.endsWith(word)) continue;
    const field = fieldBefore(folded.slice(0, -word.length));
    if (field !== undefined) return { side, isWeak, rank, field };
  }
  return undefined;
}

function fieldBefore(front: string): string | undefined {
  if (/^(?:assigned|current|the|job|task|order)$/.test(front)) return '';
  if (isField(front)) return front;
  return front.length > 2 && BEHIND.test(front) ? '' : undefined;
}

function fieldIn(rest: string): string | undefined {
  if (rest === '') return '';
  if (isField(rest)) return rest;
  if (BEHIND.test(rest)) return '';
  const inner = rest.replace(BETWEEN, '');
  return inner === rest ? undefined : fieldIn(inner);
}

const FIELDS = [
  names.WHOLE_NAMES,
  names.GIVEN_NAMES,
  names.FAMILY_NAMES,
  names.NOTES,
  ...PLACE_FIELDS,
];
const FURTHER = new Set([
  'contactname',
  'contactperson',
  'ansprechpartner',
  'username',
  'nickname',
]);

function isField(name: string): boolean {
  if (name === 'label' || name === 'lines' || name === 'unit') return false;
  return FURTHER.has(name) || isNumberName(name) || FIELDS.some((list) => list.has(name));
}
