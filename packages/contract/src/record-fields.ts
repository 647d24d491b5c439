import Type, { type TSchema, type TSchemaOptions } from 'typebox';

export const id = Type.String({ description: 'Generated identifier (UUID).' });
export const time = (description: string) => Type.String({ format: 'date-time', description });
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const payload = Type.Unknown({ description: 'The JSON as it was sent.' });
/** One of these words. */
export const word = <const T extends readonly string[]>(words: T, options: TSchemaOptions = {}) =>
  Type.Enum([...words] as T[number][], { type: 'string', ...options });
