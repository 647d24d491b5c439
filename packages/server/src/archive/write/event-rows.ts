import type { Selectable } from 'kysely';
import type { Schema } from '../store/schema.ts';
import { ManyRows } from './many-rows.ts';

export const EVENT_ROWS = new ManyRows<Selectable<Schema['events']>>('events', {
  id: 'text',
  instance: 'text',
  event_id: 'bigint',
  channel: 'text',
  received_at: 'text',
  payload: 'text',
  found_by: 'text',
  sender: 'text',
});
