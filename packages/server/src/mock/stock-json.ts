import { type StockLine, StockMistake } from './stock-file.ts';

/** A list of objects, or the list under `addresses`. */
export function readJson(text: string): StockLine[] {
  const value = parsed(text);
  const list = Array.isArray(value) ? value : (value as { addresses?: unknown }).addresses;
  if (!Array.isArray(list)) {
    throw new StockMistake(1, 'a list of entries is expected, or {"addresses":[…]}');
  }
  const lines = elementLines(text, Array.isArray(value) ? 1 : 2);
  return list.map((fields: unknown, index) => {
    const line = lines[index] ?? 1;
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
      throw new StockMistake(line, 'an entry is an object such as {"number":"…","name":"…"}');
    }
    return { line, fields: { ...fields } };
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { message } = error as SyntaxError;
    const [, line] = /line (\d+)/.exec(message) ?? [];
    const [, position] = /position (\d+)/.exec(message) ?? [];
    const end = position === undefined ? text.length : Number(position);
    const reason = message.replace(/ in JSON.*| \(line.*|, .*/s, '');
    throw new StockMistake(Number(line ?? lineAt(text, end)), `no JSON: ${reason}`);
  }
}

function lineAt(text: string, end: number): number {
  return text.slice(0, end).split('\n').length;
}

/** The lines in which the elements of the list begin that is so many brackets deep. */
function elementLines(text: string, depthOfList: number): number[] {
  const lines: number[] = [];
  let [line, depth, isElementNext, inString] = [1, 0, false, false];
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\n') line++;
    if (inString) {
      if (char === '\\') i++;
      else if (char === '"') inString = false;
      continue;
    }
    if (/\s/.test(char)) continue;
    if (isElementNext && char !== ']') {
      lines.push(line);
      isElementNext = false;
    }
    if (char === '"') inString = true;
    else if (char === '[' || char === '{') {
      depth++;
      isElementNext = char === '[' && depth === depthOfList;
    } else if (char === ']' || char === '}') depth--;
    else if (char === ',' && depth === depthOfList) isElementNext = true;
  }
  return lines;
}
