import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type IndexHtmlTransformContext } from 'vite';

/** Where `npm run dev` finds the service. */
const service = `http://127.0.0.1:${process.env['APP_SERVER_PORT'] ?? '8080'}`;

type ModuleInfo = (id: string) => { readonly importedIds: readonly string[] } | null;

let inFirstView: Set<string> | undefined;

/** Whether the page imports it, by whatever way, before it shows anything. */
function isInFirstView(id: string, infoOf: ModuleInfo): boolean {
  if (!inFirstView) {
    const reached = [join(import.meta.dirname, 'src/main.tsx')];
    inFirstView = new Set(reached);
    for (const module of reached) {
      for (const imported of infoOf(module)?.importedIds ?? []) {
        if (!inFirstView.has(imported)) reached.push(imported);
        inFirstView.add(imported);
      }
    }
  }
  return inFirstView.has(id);
}

/** `pages-live-live-row`: a hash in each of them, which cannot be packed, makes the page a KiB larger. */
function classNameOf(name: string, file: string): string {
  const place = relative(join(import.meta.dirname, 'src'), file).replace('.module.css', '');
  return `${place.replaceAll('/', '-')}-${name}`;
}

/** Nothing is drawn before the script has said which look is wanted: the other would flash up. */
function holdFirstPaint(html: string): string {
  return html.replaceAll('<script type="module"', '<script blocking="render" type="module"');
}

/** Of these the server leaves in the page what its reader needs: asked for by the script, they come later. */
function preloadTexts(html: string, { bundle = {} }: IndexHtmlTransformContext): string {
  const links = Object.values(bundle).map((file) => {
    const from = file.type === 'chunk' ? file.facadeModuleId : undefined;
    const language = /language\/(\w+)-first\.ts$/.exec(from ?? '')?.[1];
    const href = `/home/${file.fileName}`;
    return (
      language && `<link rel="modulepreload" hreflang="${language}" crossorigin href="${href}">`
    );
  });
  return html.replace('</head>', `${links.filter(Boolean).join('')}</head>`);
}

export default defineConfig({
  root: import.meta.dirname,
  // The server answers everything below it from the built folder, and nothing else.
  base: '/home/',
  // The server puts a nonce of its own into every answer in place of this word.
  html: { cspNonce: 'HOOKLINE_NONCE' },
  plugins: [
    react(),
    { name: 'first-paint', transformIndexHtml: { order: 'post', handler: holdFirstPaint } },
    { name: 'texts', transformIndexHtml: { order: 'post', handler: preloadTexts } },
  ],
  css: { modules: { generateScopedName: classNameOf } },
  build: {
    assetsDir: '',
    // One sheet: those of later parts are a sixth of it, and were a request each.
    cssCodeSplit: false,
    // Small files as data: URLs would need a hole in the content security policy.
    assetsInlineLimit: 0,
    // Only shows in browsers that the page does not run in anyway.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Each module that a later part uses too would be a file of its own, thirty in all: more
        // requests, and a tenth more to load, for what is needed at once anyway.
        codeSplitting: {
          groups: [
            {
              debugName: 'page',
              // Of packages and of `records` only a part is used, and which part is not known here.
              test: /\/(home|client)\/src\//,
              name: (id, modules) =>
                isInFirstView(id, (module) => modules.getModuleInfo(module)) ? 'page' : null,
            },
            // Large, and loaded for itself.
            { debugName: 'numbers', test: /libphonenumber/, name: 'phone-library' },
            { debugName: 'parts', name: 'parts', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    // With the Host of the page: by that the service says where its socket is, and whose it is.
    proxy: { '^/(api|assets|login|readyz|ws)': { target: service, ws: true } },
  },
});
