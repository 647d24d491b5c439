import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { ATTACKS, play, startOf } from '../../attacks/play.ts';
import { startService } from '../../e2e/support/service.ts';

/** As in `deploy/compose.yaml` and `deploy/hookline.service`. */
const LIMIT = 1024 * 1024 * 1024;

/** A group of processes that the kernel ends when they take more; its folder. */
function limitedGroup(): string {
  const places = [
    { folder: '/sys/fs/cgroup/memory/hookline-attacks', file: 'memory.limit_in_bytes' },
    { folder: '/sys/fs/cgroup/hookline-attacks', file: 'memory.max' },
  ];
  for (const { folder, file } of places) {
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${folder}/${file}`, String(LIMIT));
      onTestFinished(() => rmdirSync(folder));
      return folder;
    } catch {
      // The other version of control groups.
    }
  }
  throw new Error('no memory limit can be set here; run this as root on Linux');
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]?.toFixed(1);

test.each(ATTACKS)('[SE4] %s under the memory limit of deploy/', async (name) => {
  const group = limitedGroup();
  const { program, port } = await startService(...startOf(name), [
    'sh',
    '-c',
    `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`,
    'node',
    'packages/server/src/main.ts',
  ]);
  const { pid = 0 } = program.child;
  const { honest, peak } = await play(name, 1, { port, pid });
  process.stdout.write(
    `${name}: honest posts ${honest.length}, p50 ${quantile(honest, 0.5)} ms, p99 ${quantile(honest, 0.99)} ms; peak ${Math.round(peak)} MiB\n`,
  );
  program.child.kill('SIGTERM');
  expect(await program.outcome).toMatchObject({ code: 0 });
});
