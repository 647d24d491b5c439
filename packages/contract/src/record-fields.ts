import Type, { type TProperties, type TSchema, type TSchemaOptions } from 'typebox';

export const id = Type.String({ description: 'Generated identifier (UUID).' });
export const time = (description: string) => Type.String({ format: 'date-time', description });
export const text = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const count = (description: string) => Type.Integer({ minimum: 0, description });
/** Under its title, which the API documents know it by. */
export const named = <P extends TProperties>(title: string, properties: P) =>
  Type.Object(properties, { title });
export const described = <P extends TProperties>(title: string, description: string, fields: P) =>
  Type.Object(fields, { title, description });
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const payload = Type.Unknown({ description: 'The JSON as it was sent.' });
/** One of these words. */
export const word = <const T extends readonly string[]>(words: T, options: TSchemaOptions = {}) =>
  Type.Enum([...words] as T[number][], { type: 'string', ...options });
