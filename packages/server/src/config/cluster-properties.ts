import { duration, flag, integer, text } from './kinds/kinds.ts';
import { optional, preset } from './kinds/property.ts';
import { natsServers } from './nats-servers.ts';

/** Several nodes as one service; without the first of them, none of them means anything. */
export const CLUSTER_PROPERTIES = {
  'app.cluster.url': optional(
    natsServers,
    'NATS servers with JetStream that carry the events between several nodes; that of the own machine is tried first, then the others in their order. Needs an archive in PostgreSQL, or none. Unset: this is the only node.',
  ),
  'app.cluster.name': preset(
    text(/^[A-Za-z\d_-]{1,32}$/, 'up to 32 letters, digits, dashes or underscores'),
    'hookline',
    'Name of the stream, and what all else in NATS begins with. Nodes with the same one are one service.',
  ),
  'app.cluster.replicas': optional(
    integer(1, 5),
    'On how many NATS servers everything is stored. Unset: 3 where NATS is a cluster, else 1.',
  ),
  'app.cluster.keep': preset(
    duration('1h', '365d'),
    '7d',
    'How long events stay in the stream: so long the database may be away before any is lost to the archive.',
  ),
  'app.cluster.keep-bytes': preset(
    integer(16_777_216, 1_099_511_627_776),
    '1073741824',
    'Bytes of events that stay in the stream at most; the oldest go first.',
  ),
  'app.cluster.timeout': {
    ...preset(
      duration('500ms', '60s'),
      '5s',
      'How long a webhook waits for NATS before it is answered 503, and an erasure for the other nodes. Was `app.cluster.patience`, which is still read.',
    ),
    formerly: 'app.cluster.patience',
  },
  'app.cluster.allow-old-nats': preset(
    flag,
    'false',
    'Take part with nats-servers older than 2.10.23, which have lost and doubled events.',
  ),
};
