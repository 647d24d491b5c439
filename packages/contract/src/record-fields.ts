import Type, { type TSchema } from 'typebox';

export const id = Type.String({ description: 'Generated identifier (UUID).' });
export const time = (description: string) => Type.String({ format: 'date-time', description });
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
export const payload = Type.Unknown({ description: 'The JSON as it was sent.' });
