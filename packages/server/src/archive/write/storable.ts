/** PostgreSQL takes no NUL in a text, and nobody means to type one. */
export function storable<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll('\0', '') ?? null) as Text;
}
