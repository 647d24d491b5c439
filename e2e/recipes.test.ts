import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from 'svelte/compiler';
import { build, type Plugin } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { compileScript, parse } from 'vue/compiler-sfc';
import { launchBrowser } from './support/browser.ts';
import { servePages } from './support/page-server.ts';
import { startService } from './support/service.ts';

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs/client.md'), 'utf8');

/** What a page has to do beside the recipe: to put it somewhere. */
const PAGES = {
  tsx: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Events } from 'recipe:tsx';
    createRoot(document.body).render(createElement(Events));`,
  vue: `import { createApp } from 'vue';
    import Events from 'recipe:vue';
    createApp(Events).mount(document.body);`,
  svelte: `import { mount } from 'svelte';
    import Events from 'recipe:svelte';
    mount(Events, { target: document.body });`,
} as const;
type Framework = keyof typeof PAGES;

/** As each framework's own compiler reads it. */
const COMPILED: Record<Framework, (recipe: string) => string> = {
  tsx: (recipe) => recipe,
  vue(recipe) {
    const { descriptor, errors } = parse(recipe);
    expect(errors).toEqual([]);
    return compileScript(descriptor, { id: 'recipe', inlineTemplate: true }).content;
  },
  svelte(recipe) {
    const { js, warnings } = compile(recipe, { generate: 'client' });
    expect(warnings).toEqual([]);
    return js.code;
  },
};

async function bundled(framework: Framework, recipe: string): Promise<string> {
  const entry = join(root, `e2e/page-of-${framework}.js`);
  const files = new Map([
    [entry, PAGES[framework]],
    // Below the root, so that its packages are found from there.
    [join(root, `e2e/recipe-of-${framework}.tsx`), COMPILED[framework](recipe)],
  ]);
  const recipes: Plugin = {
    name: 'recipes',
    enforce: 'pre',
    resolveId(id) {
      if (id.startsWith('recipe:')) return [...files.keys()][1];
      return files.has(id) ? id : undefined;
    },
    load: (id) => files.get(id),
  };
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [recipes],
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: { write: false, lib: { entry, formats: ['es'], fileName: 'page' } },
  });
  const [output] = [result].flat();
  if (!output || !('output' in output)) throw new Error('the bundler watches instead of building');
  return output.output[0].code;
}

test.each(Object.keys(PAGES) as Framework[])(
  '[OP5] the recipe in %s of docs/client.md shows what comes in',
  async (framework) => {
    const [, recipe = ''] =
      new RegExp(`^\`\`\`${framework}\\n(import[\\s\\S]*?|<script[\\s\\S]*?)^\`\`\`$`, 'm').exec(
        guide,
      ) ?? [];
    expect(recipe.trim().split('\n').length).toBeLessThanOrEqual(20);
    const scripts = new Map<string, string>();
    const port = await servePages((path) => {
      if (path === '/')
        return { type: 'text/html', body: '<body><script type="module" src="/page.js"></script>' };
      const body = scripts.get(path);
      return body === undefined ? undefined : { type: 'text/javascript', body };
    });
    const origin = `http://localhost:${port}`;
    const { url, post } = await startService([`--app.server.allowed-origins=${origin}`]);
    expect(recipe).toContain('https://hookline.example');
    scripts.set(
      '/page.js',
      await bundled(framework, recipe.replace('https://hookline.example', url)),
    );
    await post('/api/webhook/jobs', '{"delivery":"J-4711"}');
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(origin);
    await expect
      .poll(async () => [await page.textContent('body'), ...errors.map(String)].join('\n'))
      .toContain('J-4711');
    await post('/api/webhook/jobs', '{"delivery":"J-4712"}');
    await page.getByText('J-4712').waitFor();
    expect(errors).toEqual([]);
  },
);
