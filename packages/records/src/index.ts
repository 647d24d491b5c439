export { homeIn, type PartyReading, partyIn, scopesOf } from './address.ts';
export { type CourierReading, courierClassOf, courierOf } from './courier.ts';
export { kindsIn, type Message, messageOf } from './envelope.ts';
export { exactNumber, exactPayload, parsedJson } from './exact-json.ts';
export { factsIn, factsOf } from './facts.ts';
export type { FactsReading, PartyFacts } from './facts-reading.ts';
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
export { type JobMessages, jobMessages } from './job-messages.ts';
export { statusIn } from './job-status.ts';
export { hasPath, jsonPath, type Place as JsonPlace, pathTo } from './json-path.ts';
export { type JsonNode, JsonTexts, jsonTree } from './json-tree.ts';
export { CONTACT, type ContactTold, contactTold, withTold } from './map-contact.ts';
export type { JobMessage, JobOptions, Mapped } from './map-job.ts';
export { knownTarget, Mapping, pathsOf, presetOf, recordsAt, without } from './mapping.ts';
export { filled, jobValues, marksOf, type Values } from './marks.ts';
export { matchedParts, type Part } from './matched-parts.ts';
export {
  dueAt,
  type FactsState,
  factsAfter,
  mergedFacts,
  NO_FACTS,
  type Party,
  withVersion,
} from './merge-facts.ts';
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
export { isNameField, nameOf } from './party-name.ts';
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
export { type Place, placeIn } from './place.ts';
export { PRESETS } from './presets.ts';
export {
  dialledDigits,
  isQueryFound,
  type Query,
  queryOf,
  type Searched,
  searchedPayload,
} from './query.ts';
export { Recent } from './recent.ts';
export { type References, referencesOf } from './reference.ts';
export { isInternal, isRoleField, rolesIn } from './roles.ts';
export {
  foldedText,
  foldedTexts,
  foldedWords,
  inNameOrder,
  isFound,
  type QueryWords,
  queryWords,
  searchedText,
  searchedTexts,
  sortName,
} from './search-text.ts';
export { isFormer, type Side, type SideName, sideOf } from './sides.ts';
export { isOpenClass, StatusWords } from './status.ts';
export type { StatusClass, StatusName } from './status-words.ts';
export { type Moment, momentOf } from './times.ts';
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
