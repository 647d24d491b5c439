/** For what SQL decides. Who needs no more than SQLite takes `database.ts`. @needs postgres bundle */
export const DATABASES = ['sqlite', 'postgres'] as const;

export * from './database.ts';
