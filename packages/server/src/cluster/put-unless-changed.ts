import type { KV } from '@nats-io/kv';
import { codeOf } from './prepare.ts';

const WRONG_REVISION = 10071;

/** Whether it was put: not if somebody else has put something since this revision (0: ever). */
export async function putUnlessChanged(
  kv: KV,
  key: string,
  value: string,
  revision: number,
): Promise<boolean> {
  try {
    await kv.put(key, value, { previousSeq: revision });
    return true;
  } catch (error) {
    if (codeOf(error) === WRONG_REVISION) return false;
    throw error;
  }
}
