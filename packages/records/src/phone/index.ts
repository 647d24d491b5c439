export type { PhoneOptions } from './dialling-plan.ts';
export { NumberFinder } from './number-finder.ts';
export {
  type NumberPart,
  numberPart,
  type PhoneKind,
  type PhoneLine,
  type PhoneReading,
  PhoneRules,
  switchboardKeys,
} from './phone-number.ts';
export { MAX_NUMBER_LENGTH } from './phone-text.ts';
