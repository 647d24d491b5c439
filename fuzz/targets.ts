import { presetConfig } from '../packages/server/src/config/load.ts';
import { createServer } from '../packages/server/src/server.ts';
import type { Target } from './cases/request.ts';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}
interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

/** Every route that the server knows, the mock's too, so that a new one is attacked by itself. */
export async function allTargets(): Promise<Target[]> {
  const config = presetConfig({
    'app.archive.url': 'off',
    'app.profiles': ['mock'],
    'app.log.level': 'fatal',
  });
  const server = createServer(config);
  const { body } = await server.app.inject({
    url: '/api/openapi.json',
    headers: { host: 'localhost' },
  });
  const { paths } = JSON.parse(body) as OpenApi;
  const targets = Array.from(server.routes, ({ method, url }) => {
    const documented = paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    const parameters = documented?.parameters?.filter((each) => each.in === 'query') ?? [];
    return { method, url, parameters: parameters.map(({ name }) => name) };
  });
  await server.stop();
  return targets;
}
