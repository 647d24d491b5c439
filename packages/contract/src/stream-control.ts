import { CHANGED_KINDS } from 'hookline-client/words';
import Type, { type Static } from 'typebox';
import { count, described, text, word } from './record-fields.ts';

export { CHANGED_KINDS, type ChangedKind } from 'hookline-client/words';

/**
 * Messages about the stream itself. Each is a named SSE event without an `id:`, so it neither
 * reaches `onmessage` nor moves `Last-Event-ID`.
 */
const clearedThrough = count('Highest id that was cleared; 0 if the history was never cleared.');
const head = count('Newest id issued; 0 if none.');

const erasure = Type.Union([Type.String(), Type.Null()], {
  description:
    'Names the latest erasure, null if there was none. Who has heard of another one has missed it, and reads everything anew.',
});

export const Hello = described('hello', 'First message on every stream.', {
  instance: text('Names this epoch of the backend; new after a restart.'),
  head,
  oldest: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: 'Oldest id still held, null if none.',
  }),
  missed: count(
    'How many events after Last-Event-ID are no longer held, over all channels; cleared ones are not counted.',
  ),
  clearedThrough,
  erasure,
});
export type Hello = Static<typeof Hello>;

export const Heartbeat = Type.Object(
  { head, at: Type.String({ format: 'date-time' }) },
  { title: 'heartbeat', description: 'Comes at a fixed interval; its absence is a stall.' },
);
export type Heartbeat = Static<typeof Heartbeat>;

export const Cleared = Type.Object(
  { clearedThrough },
  { title: 'cleared', description: 'The history was cleared: drop every event up to this id.' },
);
export type Cleared = Static<typeof Cleared>;

export const Changed = Type.Object(
  { kind: word(CHANGED_KINDS) },
  {
    title: 'changed',
    description:
      'Something of this kind changed in the archive; at most once a second per kind. `events`: a list of events that was asked for while some were not stored yet is complete now.',
  },
);
export type Changed = Static<typeof Changed>;

export const ErasedEvents = described(
  'erased',
  'Somebody was erased: drop these events and, without ids, everything that is held from archive and phone book. An erasure ends with a message without ids.',
  {
    ids: Type.Array(Type.Integer(), {
      description: 'Events that were changed or taken out; none where records of the archive were.',
    }),
    erasure,
  },
);
export type ErasedEvents = Static<typeof ErasedEvents>;

export const Busy = Type.Object(
  { maxClients: Type.Integer() },
  {
    title: 'busy',
    description: 'All places are taken; the stream ends and `retry:` says when to come back.',
  },
);
export type Busy = Static<typeof Busy>;
