import { execFileSync } from 'node:child_process';
import { jetstreamManager, StorageType } from '@nats-io/jetstream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runService } from '../../../../e2e/support/service.ts';
import { natsServer, startNats } from '../../../../scripts/nats-for-tests.ts';
import { connectTo } from '../../src/cluster/connection.ts';
import { loadConfig } from '../../src/config/load.ts';
import { natsServers } from '../../src/config/nats-servers.ts';
import { secretsIn } from '../../src/config/properties.ts';
import { startLines } from '../../src/start-report.ts';
import { outcome } from '../commands/typed-command.ts';
import { nats, startNode } from './nodes.ts';

/** That of Debian 12. @needs old-nats */
async function oldNats() {
  const program = natsServer('old');
  const server = await startNats('', true, program);
  onTestFinished(() => server.remove());
  const [, version = ''] = /v([\d.]+)/.exec(execFileSync(program, ['--version'], UTF8)) ?? [];
  return { url: server.url, version };
}

const UTF8 = { encoding: 'utf8' } as const;
const load = (...argv: string[]) => loadConfig(argv, {}, () => '');
const POSTGRES = '--app.archive.url=postgres://user:pw@db/hookline';

describe('[CM1] app.cluster.url', () => {
  test('needs an archive that nodes can share, or none', () => {
    const url = '--app.cluster.url=nats://a:4222,nats://b:4222';
    expect(load(url)).toEqual({
      wants: 'mistakes',
      mistakes: [expect.stringMatching(/^app\.cluster\.url: several nodes cannot share the file/)],
    });
    expect(load(url, '--app.archive.url=off').wants).toBe('run');
    expect(load(url, POSTGRES).wants).toBe('run');
  });

  test('its login is taken out of it, and is a secret', () => {
    const loaded = load(POSTGRES, '--app.cluster.url=tls://u:p%40ss@a,tls://u:p%40ss@b:4333');
    if (loaded.wants !== 'run') throw new Error(JSON.stringify(loaded));
    expect(loaded.config['app.cluster.url']).toEqual({
      servers: ['tls://a:4222', 'tls://b:4333'],
      user: 'u',
      password: 'p@ss',
    });
    expect(secretsIn(loaded.config)).toContain('p@ss');
    const [line] = startLines(loaded.config, 'http://127.0.0.1:8080', 'postgres://db/hookline');
    expect(line?.text).toMatch(/ · cluster: tls:\/\/a:4222, tls:\/\/b:4333 · /);
    expect(JSON.stringify(line)).not.toMatch(/p@ss|p%40ss/);
    expect(natsServers.parse('nats://t0ken@a')).toEqual({
      servers: ['nats://a:4222'],
      token: 't0ken',
    });
    for (const bad of [
      'a:4222',
      'http://a',
      'nats://',
      'nats://u:p@a,nats://v:p@b',
      'nats://:p@a',
      'nats://a,tls://b',
      'nats://a/x',
    ]) {
      expect(natsServers.parse(bad), bad).toBeUndefined();
    }
    const refused = load('--app.cluster.url=http://u:geheim@a');
    expect(JSON.stringify(refused)).toMatch(/app\.cluster\.url/);
    expect(JSON.stringify(refused)).not.toMatch(/geheim/);
  });
});

describe('[CM1] what an operator has to put right is one line', () => {
  const login = 'authorization { user: office, password: right }';

  test('a wrong login, which is shown nowhere', async () => {
    const { url } = await nats(login);
    const wrong = url.replace('nats://', 'nats://office:wr0ng@');
    await expect(startNode(wrong)).rejects.toMatchObject({
      name: 'Mistake',
      message: expect.stringMatching(/^app\.cluster\.url: NATS refuses the login/),
    });
    const node = await startNode(url.replace('nats://', 'nats://office:right@'));
    expect((await node.post('1')).status).toBe(202);
    expect(node.logLines.join('')).not.toMatch(/right@|"right"/);
  });

  test('by which the program ends with code 2', async () => {
    const { url } = await nats(login);
    const program = runService([], {
      APP_SERVER_PORT: '0',
      APP_ARCHIVE_URL: 'off',
      APP_CLUSTER_URL: url.replace('nats://', 'nats://wr0ng-token@'),
    });
    const { code, stderr, stdout } = await program.outcome;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^hookline: app\.cluster\.url: NATS refuses the login[^\n]*\n$/);
    expect(stdout).not.toMatch(/wr0ng/);
  });

  test('a server without JetStream', async () => {
    const { url } = await nats('', false);
    await expect(startNode(url)).rejects.toMatchObject({
      name: 'Mistake',
      message: expect.stringMatching(/without JetStream; put jetstream \{\} into nats\.conf/),
    });
  });

  test('[CM5] a server that is too old, unless it is said that it may be', async () => {
    const { url, version } = await oldNats();
    const mistake = `app.cluster.url: nats-server ${version} may lose and double events; 2.10.23 is the oldest that does not; install that or a newer one, or set app.cluster.allow-old-nats`;
    await expect(startNode(url)).rejects.toMatchObject({ name: 'Mistake', message: mistake });
    const asked = ['--app.server.port=0', '--app.archive.url=off', `--app.cluster.url=${url}`];
    expect((await outcome(['check', ...asked])).out).toContain(mistake);
    const allowed = await startNode(url, { 'app.cluster.allow-old-nats': true });
    expect((await allowed.post('1')).status).toBe(202);
    const { code, reasons } = await allowed.readiness();
    expect([code, reasons]).toEqual([200, [expect.stringContaining(`nats-server ${version} may`)]]);
    expect(allowed.logLines.join('')).toContain(`nats-server ${version} may lose`);
    const { out } = await outcome(['check', ...asked, '--app.cluster.allow-old-nats=true']);
    expect(out).toMatch(/^note +cluster +nats-server/m);
  });

  test('a stream of that name which somebody else has made', async () => {
    const { url } = await nats();
    const servers = natsServers.parse(url);
    if (!servers) throw new Error('no address');
    const nc = await connectTo(servers, 'somebody');
    const jsm = await jetstreamManager(nc);
    await jsm.streams.add({
      name: 'hookline',
      subjects: ['orders.>'],
      storage: StorageType.Memory,
    });
    await expect(startNode(url)).rejects.toMatchObject({
      name: 'Mistake',
      message: expect.stringMatching(
        /stream hookline in NATS is not one of Hookline \(storage, subjects\)/,
      ),
    });
    // And is left as it was.
    expect((await jsm.streams.info('hookline')).config.subjects).toEqual(['orders.>']);
    await jsm.streams.delete('hookline');
    await jsm.streams.add({ name: 'other', subjects: ['hookline.event.jobs'] });
    await expect(startNode(url)).rejects.toMatchObject({
      name: 'Mistake',
      message: expect.stringMatching(/another stream in NATS takes hookline\.event/),
    });
    await nc.close();
  });

  test('other limits are no other stream: they are changed, and the events stay', async () => {
    const { url } = await nats();
    const first = await startNode(url);
    await first.post('1');
    await first.stop();
    const second = await startNode(url, { 'app.cluster.keep': 3_600_000 });
    expect(second.server.instance).toBe(first.server.instance);
    expect((await second.history()).map(({ id }) => id)).toEqual([1]);
    const servers = natsServers.parse(url);
    if (!servers) throw new Error('no address');
    const nc = await connectTo(servers, 'operator');
    const jsm = await jetstreamManager(nc);
    expect((await jsm.streams.info('hookline')).config.max_age).toBe(3_600_000 * 1_000_000);
    await nc.close();
  });

  test('a max_payload that is too small: said in /readyz, with the line to set; 503 for what is too large', async () => {
    const { url } = await nats('max_payload: 100000');
    const node = await startNode(url);
    const { code, reasons } = await node.readiness();
    expect(code).toBe(200);
    expect(reasons.join('\n')).toMatch(/put max_payload: 2MB into nats\.conf/);
    expect((await node.post('"small"')).status).toBe(202);
    const large = await node.post(JSON.stringify('x'.repeat(150_000)));
    expect([large.status, (await large.json()).code]).toEqual([503, 'cluster_unavailable']);
    // It is no sign that JetStream is away.
    expect((await node.post('"small"')).status).toBe(202);
    expect(node.logLines.join('')).toMatch(/max_payload: 2MB/);
  });
});
