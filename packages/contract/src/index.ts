export * from './archive-records.ts';
export * from './channel.ts';
export * from './errors.ts';
export * from './event.ts';
export * from './session.ts';
export * from './stream-control.ts';
export * from './telephony.ts';
