import { jetstreamManager } from '@nats-io/jetstream';
import { Mistake } from '../config/mistake.ts';
import type { NatsServers } from '../config/nats-servers.ts';
import type { Config } from '../config/properties.ts';
import { connectTo, reasonOf } from './connection.ts';
import { examine, payloadProblem, streamSettings, versionProblem } from './prepare.ts';

const API_TIMEOUT = 2000;

interface Finding {
  readonly state: 'ok' | 'note' | 'wrong';
  readonly text: string;
}

/** What a node would meet with at its start; nothing is made or changed. */
export async function checkCluster(config: Config, servers: NatsServers): Promise<Finding[]> {
  const shown = servers.servers.join(', ');
  try {
    const nc = await connectTo(servers, 'hookline check');
    try {
      const jsm = await jetstreamManager(nc, { checkAPI: false, timeout: API_TIMEOUT });
      const text = await examine(nc, jsm, streamSettings(config));
      const version = nc.info?.version ?? '?';
      const problem = payloadProblem(nc, config['app.webhook.max-bytes']);
      const old = versionProblem(version);
      return [
        { state: 'ok', text: `${shown}: nats-server ${version}, ${text}` },
        ...(problem === undefined ? [] : [{ state: 'wrong' as const, text: problem }]),
        ...(old === undefined ? [] : [{ state: 'note' as const, text: old }]),
      ];
    } finally {
      await nc.close();
    }
  } catch (error) {
    const text =
      error instanceof Mistake
        ? error.message
        : `${shown} cannot be reached: ${reasonOf(error)}; see app.cluster.url`;
    return [{ state: 'wrong', text }];
  }
}
