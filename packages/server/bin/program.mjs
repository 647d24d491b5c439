// The program behind the command `hookline`, once the right Node is there: hookline.mjs.
import { accessSync, constants } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { endWithNpx } from './leave.mjs';

const { env, platform } = process;

endWithNpx();
keepCompiledCode();
if (process.argv[2] === 'serve') {
  process.argv.splice(2, 1);
  await import('../server/dist/main.mjs');
} else await import('../server/dist/hookline.mjs');

/** Between starts, of which reading the code is most: with the package, or with the user's things. */
function keepCompiledCode() {
  if (env.NODE_COMPILE_CACHE !== undefined) return;
  let folder = join(import.meta.dirname, '..');
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    folder = join(cacheOfUser(), 'hookline');
  }
  // The archive's threads hear of it by the variable. A folder that cannot be written is no error.
  env.NODE_COMPILE_CACHE = join(folder, '.compiled');
  enableCompileCache(env.NODE_COMPILE_CACHE);
}

function cacheOfUser() {
  if (platform === 'win32') return env.LOCALAPPDATA ?? join(homedir(), 'AppData/Local');
  if (platform === 'darwin') return join(homedir(), 'Library/Caches');
  return env.XDG_CACHE_HOME || join(homedir(), '.cache');
}
