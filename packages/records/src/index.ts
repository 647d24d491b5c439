export { homeIn, type PartyReading, partyIn, scopesOf } from './address.ts';
export { courierClassOf, courierOf } from './courier.ts';
export { kindsIn, messageOf } from './envelope.ts';
export {
  exactNumber,
  exactPayload,
  type JsonNode,
  jsonTree,
  parsedJson,
  textsIn,
} from './exact-json.ts';
export {
  filledText,
  foldedName,
  isJsonObject,
  type JsonObject,
  NameList,
  own,
  scalarText,
} from './fields.ts';
export type { Happened } from './happened.ts';
export type { FactsReading, PartyFacts } from './job-facts.ts';
export { dueAt, type FactsState, factsAfter, NO_FACTS, withVersion } from './job-facts.ts';
export { type JobMessages, jobMessages } from './job-messages.ts';
export { hasPath, type Place as JsonPlace, pathTo } from './json-path.ts';
export {
  CONTACT,
  type ContactTold,
  contactTold,
  type JobMessage,
  type JobOptions,
  type Mapped,
  withTold,
} from './mapped.ts';
export { knownTarget, Mapping, pathsOf, presetOf, recordsAt } from './mapping.ts';
export { filled, jobValues, marksOf, type Values } from './marks.ts';
export { matchedParts } from './matched-parts.ts';
export * as names from './names.ts';
export {
  digitsOf,
  isExtension,
  maskedNumber,
  numberForms,
  writtenNumber,
  writtenParts,
} from './number-forms.ts';
export { withPairs } from './pairs.ts';
export { isInternal, isNameField, isRoleField, nameOf, rolesIn } from './party-name.ts';
export {
  hasOwnNumber,
  hasStreet,
  isHouseNumber,
  isNumberName,
  isStreetName,
  linesByKind,
  numberEntries,
  numberOfParty,
  numbersIn,
} from './phone-fields.ts';
export { placeIn } from './place.ts';
export { PRESETS } from './presets.ts';
export { Recent } from './recent.ts';
export {
  dialledDigits,
  foldedText,
  foldedTexts,
  foldedWords,
  inNameOrder,
  isFound,
  isQueryFound,
  type Query,
  type QueryWords,
  queryOf,
  queryWords,
  type Searched,
  searchedPayload,
  searchedText,
  searchedTexts,
  sortName,
} from './search-text.ts';
export { isFormer } from './sides.ts';
export { isOpenClass, StatusWords } from './status.ts';
export type { StatusClass } from './status-words.ts';
export { momentOf } from './times.ts';
export {
  depthOf,
  holdsRecords,
  isRecordList,
  objectsOf,
  RECORD_DEPTH,
  type RecordKind,
  type Unwrapped,
  type UnwrappedPayload,
  unwrapped,
} from './unwrap.ts';
