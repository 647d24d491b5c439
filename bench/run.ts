import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LOAD_CORE } from './relay/contender.ts';
import { floor } from './relay/floor.ts';
import { hookline } from './relay/hookline.ts';
import { intakeScenario } from './relay/intake-scenario.ts';
import { liveScenarios } from './relay/live-scenarios.ts';
import { compileLoad } from './relay/load.ts';
import { nchan } from './relay/nchan.ts';
import { areAllMet, tableOf } from './relay/report.ts';
import { runRounds } from './relay/rounds.ts';
import { FULL, QUICK } from './relay/sizes.ts';
import { standingScenarios } from './relay/standing-scenarios.ts';
import { startScenario } from './relay/start-scenario.ts';

/** Hookline beside nginx with nchan and beside a bare `node:http`, all in one run. */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' } },
});
const sizes = options.quick ? QUICK : FULL;
const packages = ['nginx:nginx', 'libnginx-mod-nchan', 'wrk:wrk', 'gcc:gcc', 'taskset:util-linux'];
const installer = join(import.meta.dirname, '../scripts/install-debian.sh');
execFileSync('sh', [installer, ...packages], { stdio: 'inherit' });
// This process looks after the others while they are measured. With two cores it has to do so
// where the load is, or it would take its time from the server.
if (availableParallelism() === 2) {
  execFileSync('taskset', ['-a', '-cp', String(LOAD_CORE), String(process.pid)]);
}

const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'));
try {
  const program = compileLoad(folder);
  const ours = (...parameters: string[]) => hookline(folder, ...parameters);
  const scenarios = [
    ...liveScenarios(sizes, program, ours(), nchan(folder)),
    ...standingScenarios(sizes, program, ours, nchan(folder)),
    intakeScenario(sizes, ours, floor(folder)),
    startScenario(folder),
  ];
  const only = options.only?.split(',');
  const chosen = scenarios.filter(({ name }) => only === undefined || only.includes(name));
  const unknown = only?.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  if (unknown?.length) throw new Error(`there is no scenario ${unknown.join(', ')}`);

  const { rows, tallies } = await runRounds(chosen, sizes.rounds, (text) =>
    process.stderr.write(`${text}\n`),
  );
  process.stdout.write(`${tableOf(rows, tallies)}\n`);
  process.exitCode = areAllMet(rows, tallies) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
