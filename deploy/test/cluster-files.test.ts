import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../e2e/support/certificate.ts';
import { adapted, caddyWith, deploy, nginxWith } from '../../e2e/support/proxies.ts';
import { Program, type Service, startService, temporaryFolder } from '../../e2e/support/service.ts';
import { ask, type OpenStream, openStream } from '../../e2e/support/visitor.ts';
import { freePort } from '../../scripts/free-port.ts';
import { natsServer, startNats } from '../../scripts/nats-for-tests.ts';

/** What an office takes from `deploy/cluster`, with real servers. */

const EVENTS = '/api/webhook/events';
const read = (name: string) => readFileSync(join(deploy, 'cluster', name), 'utf8');

async function startNode(clusterUrl: string, ...parameters: string[]): Promise<Service> {
  const settings = { APP_ARCHIVE_URL: 'off', APP_CLUSTER_URL: clusterUrl };
  const service = await startService(parameters, settings);
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(200);
  return service;
}

test('[CM1] three servers with nats.conf are a cluster, and the rights in it are enough', async () => {
  const ports = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => ({
      name,
      client: await freePort(),
      route: await freePort(),
      monitor: await freePort(),
    })),
  );
  const routes = ports.map(({ route }) => `"nats://route:r1@127.0.0.1:${route}"`);
  for (const { name, client, route, monitor } of ports) {
    const folder = temporaryFolder();
    const config = adapted(read('nats.conf'), {
      '/var/lib/nats': folder,
      'port: 4222': `port: ${client}`,
      'port: 6222': `port: ${route}`,
      '127.0.0.1:8222': `127.0.0.1:${monitor}`,
    });
    writeFileSync(join(folder, 'nats.conf'), config);
    writeFileSync(
      join(folder, 'secrets.conf'),
      `HOOKLINE_PASSWORD: "s1"\nROUTE_PASSWORD: "r1"\nROUTES: [${routes.join(', ')}]\n`,
    );
    new Program(natsServer(), ['-c', join(folder, 'nats.conf')], {
      HOOKLINE_MACHINE: name,
      HOOKLINE_ADDRESS: '127.0.0.1',
    });
  }
  const url = ports.map(({ client }) => `nats://hookline:s1@127.0.0.1:${client}`).join(',');
  const [first, second] = [await startNode(url), await startNode(url)];
  const stream = await fetch(`${second.url}${EVENTS}`);
  const answer = await first.post('/api/webhook/jobs', '{"auftragsnummer":"A-1"}');
  expect(answer.status).toBe(202);
  const told = stream.body?.pipeThrough(new TextDecoderStream());
  let seen = '';
  for await (const text of told ?? []) {
    seen += text;
    if (seen.includes('A-1')) break;
  }
  expect((await fetch(`${first.url}/api/webhook/history`, { method: 'DELETE' })).status).toBe(204);
  // On all three servers, as many as the cluster has.
  for (const { monitor } of ports) {
    const state = await fetch(`http://127.0.0.1:${monitor}/jsz?streams=true`);
    expect(await state.text()).toContain('"name": "hookline"');
  }
});

const clusterNginx = (port: number, [first = 0, second = 0]: readonly number[]) =>
  nginxWith(read('nginx.conf'), port, {
    'server a.hookline.internal:8080 max_fails': `server 127.0.0.1:${first} max_fails`,
    'server b.hookline.internal:8080 max_fails': `server 127.0.0.1:${second} max_fails`,
    'server c.hookline.internal:8080 max_fails=1 fail_timeout=5s;': '',
    'server a.hookline.internal:8080;': `server 127.0.0.1:${first};`,
  });

const clusterCaddy = (port: number, ports: readonly number[]) => {
  const folder = temporaryFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  selfSigned('localhost', files);
  return caddyWith('cluster/Caddyfile', port, {
    HOOKLINE_CERT: files.cert,
    HOOKLINE_KEY: files.key,
    HOOKLINE_NODES: ports.map((each) => `127.0.0.1:${each}`).join(' '),
    HOOKLINE_TELEPHONY: `127.0.0.1:${ports[0]}`,
  });
};

/** As much of a node as a page needs: one file, which no other version has. */
async function nodeOf(version: string): Promise<number> {
  const server = createServer(({ url }, answer) => {
    const body = url === '/' ? `/home/app-${version}.js` : 'a file';
    const isThere = ['/', '/healthz', `/home/app-${version}.js`].includes(url ?? '');
    answer.writeHead(isThere ? 200 : 404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

test.each([
  ['nginx', clusterNginx],
  ['Caddy', clusterCaddy],
] as const)(
  '[CM1] %s: a page gets its files while nodes are being upgraded',
  async (_name, start) => {
    const port = await freePort();
    const { url } = await start(port, [await nodeOf('old'), await nodeOf('new')]);
    for (let visit = 0; visit < 6; visit++) {
      const page = await ask(url, '/');
      expect(page.status).toBe(200);
      expect((await ask(url, page.body)).status, page.body).toBe(200);
    }
    expect((await ask(url, '/home/app-other.js')).status).toBe(404);
  },
);

test.each([
  ['nginx', clusterNginx],
  ['Caddy', clusterCaddy],
] as const)(
  '[CM1] %s: readers are spread over the nodes, and go on at another one when theirs dies',
  async (_name, start) => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    const port = await freePort();
    const settings = [
      `--app.server.public-url=https://localhost:${port}`,
      '--app.server.trusted-proxies=127.0.0.1',
    ];
    const nodes = [await startNode(nats.url, ...settings), await startNode(nats.url, ...settings)];
    const { url } = await start(
      port,
      nodes.map((node) => node.port),
    );
    let sent = 0;
    /** As senders do: with a key, and once more if the node died that had it. */
    const post = async () => {
      const headers = { 'idempotency-key': `k${++sent}` };
      const send = () =>
        ask(url, '/api/webhook/jobs', { method: 'POST', body: '{"nr":1}', headers });
      let answer = await send();
      if (answer.status === 502) answer = await send();
      expect(answer.status).toBe(202);
      return String(JSON.parse(answer.body).id);
    };
    const streams: OpenStream[] = [];
    for (let n = 0; n < 6; n++) {
      const stream = await openStream(url, EVENTS);
      await expect.poll(() => stream.messages[0]?.event).toBe('hello');
      streams.push(stream);
    }
    const carried = async ({ url: node }: Service) => {
      const figures = await (await fetch(`${node}/metrics`)).text();
      return Number(/^hookline_streams(?:\{[^}]*\})? (\d+)$/m.exec(figures)?.[1]);
    };
    await expect.poll(() => Promise.all(nodes.map(carried))).toEqual([3, 3]);
    const ids = [await post(), await post(), await post()];
    const seen = (stream: OpenStream) => stream.messages.flatMap(({ id }) => id ?? []);
    await expect.poll(() => streams.map(seen)).toEqual(streams.map(() => ids));

    nodes[0]?.program.child.kill('SIGKILL');
    for (let n = 0; n < 8; n++) ids.push(await post());
    const gone = new Set<OpenStream>();
    for (const stream of streams) void stream.ended.then(() => gone.add(stream));
    await expect.poll(() => gone.size).toBe(3);
    const others = streams.filter((stream) => !gone.has(stream));
    await expect.poll(() => others.map(seen)).toEqual(others.map(() => ids));
    for (const stream of gone) {
      const last = seen(stream).at(-1) ?? '0';
      const again = await openStream(url, EVENTS, { 'last-event-id': last });
      await expect.poll(() => [...seen(stream), ...seen(again)]).toEqual(ids);
    }
  },
);
