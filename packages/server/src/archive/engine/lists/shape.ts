/** JSON that is kept as text and goes out as that text: parsing it would change its numbers. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Value = string | number | boolean | null | readonly string[] | JsonText;

/** The fields of an item in their order, and where in a row their values are. */
export type Shape<Row> = readonly (readonly [name: string, value: (row: Row) => Value])[];

export function jsonOf<Row>(shape: Shape<Row>, row: Row): string {
  return `{${membersOf(shape, row)}}`;
}

/** The members of the object, for one that has more of them. */
export function membersOf<Row>(shape: Shape<Row>, row: Row): string {
  return shape.map(([name, value]) => `"${name}":${jsonValue(value(row))}`).join(',');
}

function jsonValue(value: Value): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}
