import { existsSync, default as fs } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before a service: while the file is there that HANGING_WRITES names, a write to the
// journal hangs as on a disk that does not answer.
const { writevSync } = fs;
const clock = new Int32Array(new SharedArrayBuffer(4));
fs.writevSync = (...parameters) => {
  while (existsSync(process.env.HANGING_WRITES ?? '')) Atomics.wait(clock, 0, 0, 10);
  return writevSync(...parameters);
};
syncBuiltinESMExports();
