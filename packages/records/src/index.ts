export { exactNumber, exactPayload, parsedJson } from './exact-json.ts';
export {
  filledText,
  foldedName,
  isJsonObject,
  type JsonObject,
  NameList,
  own,
  scalarText,
} from './fields.ts';
export { type JsonNode, JsonTexts, jsonTree } from './json-tree.ts';
export { maskedNumber } from './masked-number.ts';
export { matchedParts, type Part, type Query } from './matched-parts.ts';
export {
  hasOwnNumber,
  hasStreet,
  isHouseNumber,
  isNumberName,
  isStreetName,
  numberEntries,
  numberOfParty,
  numbersIn,
} from './number-fields.ts';
export {
  foldedText,
  foldedWords,
  isFound,
  type QueryWords,
  queryWords,
  searchedText,
  searchedTexts,
} from './search-text.ts';
