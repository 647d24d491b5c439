import { existsSync, default as fs } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

// Loaded before a service: while the file is there that HANGING_WRITES names, its journal is on a
// disk that does not answer.
const clock = new Int32Array(new SharedArrayBuffer(4));
for (const name of ['readdirSync', 'writevSync']) {
  const answer = fs[name];
  fs[name] = (...parameters) => {
    const isHanging = () => !isMainThread && existsSync(process.env.HANGING_WRITES ?? '');
    while (isHanging()) Atomics.wait(clock, 0, 0, 10);
    return answer(...parameters);
  };
}
syncBuiltinESMExports();
