import { type StockLine, StockMistake } from './stock-line.ts';

interface Row {
  readonly line: number;
  readonly cells: string[];
}

/** The first line names the columns; office programs write commas, semicolons or tabs. */
export function readCsv(text: string): StockLine[] {
  const [firstLine = ''] = text.split(/\r?\n/, 1);
  const separator = [';', '\t'].find((each) => firstLine.includes(each)) ?? ',';
  const [heading, ...rows] = rowsOf(text, separator);
  const names = heading?.cells.map((cell) => cell.trim()) ?? [];
  for (const needed of ['number', 'name']) {
    if (!names.includes(needed)) {
      throw new StockMistake(1, `there is no column ${needed}; the first line names the columns`);
    }
  }
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) throw new StockMistake(1, `two columns are named ${repeated}`);
  return rows.map(({ line, cells }) => {
    if (cells.length !== names.length) {
      throw new StockMistake(line, `${cells.length} columns instead of ${names.length}`);
    }
    const fields = names.map((name, index) => [name, cells[index] ?? ''] as const);
    // An empty cell of an optional column says nothing.
    const said = fields.filter(
      ([name, cell]) => name === 'number' || name === 'name' || (name !== '' && cell !== ''),
    );
    return { line, fields: Object.fromEntries(said) };
  });
}

/** The cells of each row, quoted ones with their line breaks; empty lines are none. */
function rowsOf(text: string, separator: string): Row[] {
  const rows: Row[] = [];
  let cells: string[] = [];
  let [cell, line, rowLine, quotedSince] = ['', 1, 1, 0];
  const endRow = () => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: rowLine, cells });
    [cells, cell] = [[], ''];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\n') line++;
    if (quotedSince > 0) {
      if (char !== '"') cell += char;
      else if (text.charAt(i + 1) === '"') cell += text.charAt(++i);
      else quotedSince = 0;
    } else if (char === '"' && cell === '') quotedSince = line;
    else if (char === separator) {
      cells.push(cell);
      cell = '';
    } else if (char === '\n') {
      endRow();
      rowLine = line;
    } else if (char !== '\r') cell += char;
  }
  if (quotedSince > 0) throw new StockMistake(quotedSince, 'a quotation mark is not closed');
  endRow();
  return rows;
}
