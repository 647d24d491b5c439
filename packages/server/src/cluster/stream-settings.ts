import type { Config } from '../config/properties.ts';
import { Names } from './names.ts';
import type { StreamSettings } from './prepare.ts';

export function streamSettings(config: Config): StreamSettings {
  return {
    names: new Names(config['app.cluster.name']),
    replicas: config['app.cluster.replicas'],
    keep: config['app.cluster.keep'],
    keepBytes: config['app.cluster.keep-bytes'],
    sessionLifetime: config['app.access.session-lifetime'],
  };
}
