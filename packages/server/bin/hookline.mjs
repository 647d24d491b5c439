#!/usr/bin/env node
// The command `hookline` of the package on npm. Whatever Node runs this, the program itself is run
// by the one that was installed with it: every machine runs what was tested. Node 20 has to be
// able to read this file.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithNpx } from './leave.mjs';

const NEEDED = 26;
/** Where this is not there, as on Alpine, the Node among the packages cannot be started. */
const LOADERS = { x64: '/lib64/ld-linux-x86-64.so.2', arm64: '/lib/ld-linux-aarch64.so.1' };

const here = dirname(fileURLToPath(import.meta.url));
const { platform, arch, versions, env } = process;
const words = process.argv.slice(2);

const node = nodeAmongPackages();
if (node && node.version !== versions.node) runWith(node.path);
else if (Number.parseInt(versions.node, 10) >= NEEDED) await import('./program.mjs');
else {
  console.error(`hookline: needs Node ${NEEDED}, and npm has installed none for this machine;`);
  console.error(
    `hookline: install Node ${NEEDED} yourself, then it is taken. This one is ${versions.node}.`,
  );
  process.exit(1);
}

function nodeAmongPackages() {
  const { optionalDependencies } = JSON.parse(readFileSync(join(here, '../package.json'), 'utf8'));
  const ending = `-${platform === 'win32' ? 'win' : platform}-${arch}`;
  const name = Object.keys(optionalDependencies).find((name) => name.endsWith(ending));
  if (!name || (platform === 'linux' && !existsSync(LOADERS[arch]))) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    const { version, bin } = JSON.parse(readFileSync(manifest, 'utf8'));
    return { version, path: join(dirname(manifest), bin.node) };
  } catch {
    // Somebody has installed it with --omit=optional.
    return undefined;
  }
}

/** Becomes that Node, where this one can; else waits for it, so that the two look like one. */
function runWith(path) {
  if (process.execve && platform !== 'win32') {
    process.execve(path, [path, join(here, 'program.mjs'), ...words], env);
  }
  const child = spawn(path, [join(here, 'attended.mjs'), ...words], {
    // The line beside the three ends with this process, however it ends: see attended.mjs.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    // On Windows a Ctrl-C reaches the child by itself, and passing it on would end it at once.
    process.on(signal, () => platform === 'win32' || child.kill(signal));
  }
  endWithNpx();
  child.on('error', (error) => {
    console.error(`hookline: ${path} cannot be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
