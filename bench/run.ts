import { execFileSync } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';
import { LOAD_CORE } from './relay/contender.ts';
import { writeDocument } from './relay/document.ts';
import { fanOutFloor, intakeFloor } from './relay/floor.ts';
import { growthScenarios } from './relay/growth-scenarios.ts';
import { hookline } from './relay/hookline.ts';
import { intakeScenario } from './relay/intake-scenario.ts';
import { liveScenarios } from './relay/live-scenarios.ts';
import { compileLoad } from './relay/load.ts';
import { machine } from './relay/machine.ts';
import { nchan } from './relay/nchan.ts';
import { areAllMet, pointsOf, tableOf } from './relay/report.ts';
import { runRounds } from './relay/rounds.ts';
import { isMet } from './relay/scenario.ts';
import { FULL, QUICK } from './relay/sizes.ts';
import { standingScenarios } from './relay/standing-scenarios.ts';
import { startScenario } from './relay/start-scenario.ts';

/** Hookline beside nginx with nchan and beside a bare `node:http`, all in one run. */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, rounds: { type: 'string' } },
});
const sizes = options.quick ? QUICK : FULL;
const packages = ['nginx:nginx', 'libnginx-mod-nchan', 'wrk:wrk', 'gcc:gcc', 'taskset:util-linux'];
process.env['PATH'] += ':/usr/sbin:/sbin';
const installer = join(import.meta.dirname, '../scripts/install-debian.sh');
execFileSync('sh', [installer, ...packages], { stdio: 'inherit' });
// This process looks after the others while they are measured. With two cores it has to do so
// where the load is, or it would take its time from the server.
if (cpus().length === 2) {
  execFileSync('taskset', ['-a', '-cp', String(LOAD_CORE), String(process.pid)]);
}

const folder = leaveNothingBehind('hookline-bench-');
const program = compileLoad(folder);
const ours = (...parameters: string[]) => hookline(folder, ...parameters);
const peer = nchan(folder);
const bareHttp = intakeFloor(folder);
const brief = [
  ...liveScenarios(sizes, program, ours, peer, fanOutFloor(folder), bareHttp),
  ...standingScenarios(sizes, program, ours, peer),
  intakeScenario(sizes, ours, bareHttp),
  startScenario(sizes, folder),
];
const all = [...brief, ...growthScenarios(sizes, program, [ours(), peer])];
const only = options.only?.split(',') ?? (options.quick ? brief : all).map(({ name }) => name);
const unknown = only.filter((name) => !all.some((scenario) => scenario.name === name));
if (unknown.length > 0) throw new Error(`there is no scenario ${unknown.join(', ')}`);

const chosen = all.filter(({ name }) => only.includes(name));
const rounds = options.rounds ? Number(options.rounds) : undefined;
const outcome = await runRounds(chosen, rounds, (text) => process.stderr.write(`${text}\n`));
const tables = [tableOf(outcome.rows, outcome.tallies), ...outcome.curves.map(pointsOf)];
const goals = outcome.rows.map(isMet).filter((met) => met !== undefined);
const met = `${goals.filter(Boolean).length} of ${goals.length} goals met on ${machine()[0]}`;
process.stdout.write(`${[...tables, met].join('\n\n')}\n`);
const isWhole = chosen.length === all.length && !options.quick && rounds === undefined;
if (isWhole) writeDocument(outcome, sizes.rounds, new Date());
process.exitCode = areAllMet(outcome.rows, outcome.tallies) ? 0 : 1;
