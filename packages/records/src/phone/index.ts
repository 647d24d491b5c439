export type { PhoneOptions } from './dialling-plan.ts';
export { NumberFinder } from './number-finder.ts';
export { NumberPart } from './number-part.ts';
export { type PhoneKind, type PhoneLine, type PhoneReading, PhoneRules } from './phone-number.ts';
export { MAX_NUMBER_LENGTH } from './phone-text.ts';
export { switchboardKeys } from './switchboard.ts';
