import type { Office } from './office.ts';

export interface ArchivedCall {
  readonly callId: string;
  readonly state: string;
  readonly missed: boolean;
  readonly name: string | null;
}

async function items<T>(office: Office, path: string): Promise<T[]> {
  const answer = await office.send('GET', path);
  const body: { items: T[] } = await answer.json();
  return body.items;
}

export const archivedCalls = (office: Office) =>
  items<ArchivedCall>(office, '/api/calls?limit=500');
export const archivedAddresses = (office: Office) =>
  items<{ number: string; fields: object }>(office, '/api/addresses?limit=500');
export const archivedNumbers = async (office: Office) =>
  (await archivedAddresses(office)).map((one) => one.number);
