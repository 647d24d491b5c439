import { readFileSync } from 'node:fs';
import { mixed, postAll } from './load.ts';
import { sharedService } from './shared-service.ts';

/**
 * The SQLite file that a service has filled and left, made once for all tests of a file. What is
 * stored stands in the file itself, not only in its log.
 */
export function earlierLife(): () => Promise<Buffer> {
  const first = sharedService();
  let left: Promise<Buffer> | undefined;
  const live = async () => {
    const service = await first();
    await postAll(service, 100, mixed);
    service.program.child.kill('SIGTERM');
    await service.program.outcome;
    return readFileSync(service.archiveUrl.slice('sqlite:'.length));
  };
  return () => {
    left ??= live();
    return left;
  };
}
