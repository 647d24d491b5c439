import { expect, test } from 'vitest';
import { readCall, readEntry } from '../../src/telephony/read-call.ts';

test('[RE8] the line of an entry and of a party is taken over, and nothing else of that name', () => {
  const entry = { number: '030 23125-101', name: 'Bäckerei', ort: 'Berlin' };
  for (const line of ['+493023125101', 'internal:21', 'other:*21', null]) {
    expect(readEntry({ ...entry, line })).toEqual({ ...entry, line });
    const call = readCall({ callId: '1', state: 'ringing', from: { raw: '21', line } });
    expect(call?.from.line).toBe(line);
  }
  for (const line of [undefined, 5, '', 'U8', 'landline', {}, ['+49']]) {
    expect(readEntry({ ...entry, line })).toEqual(entry);
    const call = readCall({ callId: '1', state: 'ringing', from: { raw: '21', line } });
    expect(call?.from).not.toHaveProperty('line');
  }
});
