import { readFileSync } from 'node:fs';
import type { App } from '../http/app.ts';

const FILES = {
  'page.css': { type: 'text/css; charset=utf-8', access: 'reader' },
  // The login page shows it too.
  'icon.svg': { type: 'image/svg+xml', access: 'open' },
} as const;

/** The files that pages without a build share. */
export function pageFileRoutes(app: App): void {
  for (const [name, { type, access }] of Object.entries(FILES)) {
    const content = readFileSync(new URL(`./pages/${name}`, import.meta.url));
    app.route({
      method: 'GET',
      url: `/assets/${name}`,
      config: { access },
      schema: { hide: true },
      handler: (_request, reply) =>
        reply.header('content-type', type).header('cache-control', 'no-cache').send(content),
    });
  }
}
