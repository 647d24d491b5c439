import {
  type Columns,
  field,
  payload,
  received,
  recordShape,
  shownColumns,
} from '../engine/lists/fields.ts';

export const EVENT_COLUMNS = shownColumns('events', 'search_terms');
export type EventRow = Columns<'events', (typeof EVENT_COLUMNS)[number]>;

export const EVENT = recordShape<EventRow>(
  [
    field('id', (row) => row.id, 'Kennung'),
    field(
      'eventId',
      (row) => row.event_id,
      'Nummer',
      (row) => ({ digits: String(row.event_id) }),
    ),
    field('instance', (row) => row.instance, 'Instanz'),
    field('channel', (row) => row.channel, 'Kanal'),
    received,
    field('sender', (row) => row.sender, 'Absender'),
    field('topic', (row) => row.topic, 'Art'),
    payload,
  ],
  (row) => row.payload,
  'receivedAt channel sender topic eventId instance id',
);

export const eventText = EVENT.write.json;
