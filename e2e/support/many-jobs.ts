import { expect } from 'vitest';
import { settled } from './archive.ts';
import type { Service } from './service.ts';

/** So many jobs, each due a minute after the one before. */
export async function fillJobs(service: Service, count: number): Promise<void> {
  const one = async (i: number) => {
    const answer = await service.post(
      '/api/webhook/jobs',
      JSON.stringify({
        auftragsnummer: `T-${i}`,
        status: i % 2 ? 'zugeteilt' : 'neu',
        abholung: { name: 'Labor Süß', strasse: 'Torstraße 12', bis: inMinutes(30 + i) },
        zustellung: { name: `Praxis ${i}`, strasse: 'Seestraße 5' },
        kurier: { name: 'Ayşe Öztürk' },
      }),
    );
    expect(answer.status).toBe(202);
  };
  for (let done = 0; done < count; done += 20)
    await Promise.all(Array.from({ length: 20 }, (_, i) => one(done + i + 1)));
  await settled(service);
}
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
