import { type StockLine, StockMistake } from './stock-line.ts';

/** A list of objects, or the list under `addresses`. */
export function readJson(text: string): StockLine[] {
  const value = parsed(text);
  const list = Array.isArray(value) ? value : (value as { addresses?: unknown }).addresses;
  if (!Array.isArray(list)) {
    throw new StockMistake(1, 'a list of entries is expected, or {"addresses":[…]}');
  }
  const lines = elementLines(text, Array.isArray(value) ? undefined : 'addresses');
  return list.map((fields: unknown, index) => {
    const line = lines[index] ?? 1;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      throw new StockMistake(line, 'an entry is an object such as {"number":"…","name":"…"}');
    }
    return { line, fields: { ...fields } };
  });
}

function parsed(text: string): unknown {
  const message = problemOf(text);
  if (message === undefined) return JSON.parse(text);
  const reason = message.replace(/ in JSON.*| \(line.*|, .*/s, '');
  throw new StockMistake(lineAt(text, placeOfProblem(text)), `no JSON: ${reason}`);
}

function problemOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as SyntaxError).message;
  }
}

/**
 * Not every message of the parser says where. But what is cut off before the mistake only lacks
 * its end, so the mistake is where a beginning of the text has more wrong with it than that.
 */
function placeOfProblem(text: string): number {
  let [fine, wrong] = [0, text.length];
  while (wrong - fine > 1) {
    const middle = (fine + wrong) >> 1;
    if (lacksOnlyItsEnd(text.slice(0, middle))) fine = middle;
    else wrong = middle;
  }
  return fine;
}

function lacksOnlyItsEnd(text: string): boolean {
  const message = problemOf(text);
  if (message === undefined || /^Un(expected end|terminated)/.test(message)) return true;
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return Number(position) === text.length;
}

function lineAt(text: string, end: number): number {
  return text.slice(0, end).split('\n').length;
}

/** The lines in which the elements begin of the list that is all, or that has this key in it. */
function elementLines(text: string, key: string | undefined): number[] {
  const depthOfList = key === undefined ? 1 : 2;
  let lines: number[] = [];
  let [line, depth, stringAt, lastString] = [1, 0, -1, ''];
  let [isInList, isElementNext] = [false, false];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\n') line++;
    if (stringAt >= 0) {
      if (char === '\\') i++;
      else if (char === '"') {
        lastString = text.slice(stringAt + 1, i);
        stringAt = -1;
      }
      continue;
    }
    if (/\s/.test(char)) continue;
    if (isElementNext && char !== ']') lines.push(line);
    isElementNext = false;
    if (char === '"') stringAt = i;
    else if (char === '[' || char === '{') {
      depth++;
      if (char === '[' && depth === depthOfList && (key === undefined || key === lastString)) {
        [isInList, isElementNext, lines] = [true, true, []];
      }
    } else if (char === ']' || char === '}') {
      if (depth === depthOfList) isInList = false;
      depth--;
    } else if (char === ',') isElementNext = isInList && depth === depthOfList;
  }
  return lines;
}
