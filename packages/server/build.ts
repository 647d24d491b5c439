import { cpSync, globSync, rmSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const SOURCES = join(import.meta.dirname, 'src');
const THREADS = globSync('archive/**/*-thread.ts', { cwd: SOURCES });

const ENTRIES = {
  main: 'main.ts',
  hookline: 'commands/hookline.ts',
  ...Object.fromEntries(THREADS.map((file) => [basename(file, '.ts'), file])),
};

/** How a thread is started in the sources. */
const STARTED = /new URL\('\.\/([a-z]+-thread)\.ts', import\.meta\.url\)/g;

export interface BuiltFile {
  readonly name: string;
  readonly modules: readonly string[];
  readonly imports: readonly string[];
}

/**
 * Makes plain JavaScript of the server, with all packages that it uses in it: a few files, from
 * which it starts in a third of the time that a thousand small ones take. What is loaded on demand
 * only, as the cluster or a telephone system, stays in files of its own. The home page is looked
 * for where the sources look for it, in `../../home/dist`.
 *
 * Answers the files, of which modules each is made, and which others it is loaded with.
 */
export async function buildServer(out: string): Promise<BuiltFile[]> {
  // A file that another version was made of must not be taken along for ever.
  rmSync(out, { recursive: true, force: true });
  const bundle = await rolldown({
    // Where it is built must not be seen in what is built.
    cwd: join(import.meta.dirname, '../..'),
    input: Object.fromEntries(
      Object.entries(ENTRIES).map(([name, file]) => [name, join(SOURCES, file)]),
    ),
    platform: 'node',
    plugins: [
      startThreads((name) => `new URL('./${name}.mjs', import.meta.url)`),
      filesBesideSources,
      oneByteText,
      partsOfNode,
    ],
  });
  const { output } = await bundle.write({
    dir: out,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    comments: false,
    // The text of a program stays in the memory of each thread that runs it. Names of functions
    // are kept: without them nobody could read what the log says of a defect.
    minify: {
      compress: { keepNames: { function: true, class: true } },
      mangle: { keepNames: true },
      codegen: { removeWhitespace: true },
    },
  });
  await bundle.close();
  for (const folder of globSync('**/pages', { cwd: SOURCES })) {
    cpSync(join(SOURCES, folder), join(out, folder), { recursive: true });
  }
  return output.flatMap((file) =>
    file.type === 'chunk'
      ? { name: file.fileName, modules: file.moduleIds, imports: file.imports }
      : [],
  );
}

/** Has the archive start its threads from where `url` says they are. */
export function startThreads(url: (name: string, source: string) => string) {
  return {
    name: 'threads-of-the-bundle',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      if (!id.includes('/archive/')) return;
      return code.replaceAll(STARTED, (source, name: string) => url(name, source));
    },
  };
}

/** All sources end up in one folder; the files that lie beside them keep theirs within it. */
const filesBesideSources: Plugin = {
  name: 'files-beside-sources',
  transform(code, id) {
    if (!id.startsWith(SOURCES)) return;
    const file = relative(SOURCES, id).replaceAll('\\', '/');
    if (file.includes('/') && code.includes('import.meta.dirname')) {
      throw new Error(`${file}: import.meta.dirname is another folder once it is built`);
    }
    return code.replaceAll(
      /(?<!\.mjs', )import\.meta\.url/g,
      `new URL(${JSON.stringify(file)}, import.meta.url)`,
    );
  },
};

/**
 * A single dash or quotation mark beyond Latin-1 makes V8 keep a whole file with two bytes for each
 * character. Nothing but strings and regular expressions has any, and both understand escapes.
 */
const oneByteText: Plugin = {
  name: 'one-byte-text',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[\u0100-\uffff]/g, escaped);
    }
  },
};

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `import a,{b as c}from"node:x";`, as a built file has it. */
const IMPORT_OF_NODE = /import(?:\s*(?:\*as )?([\w$]+))?,?(?:\{([^}]*)\})?\s*from"(node:[^"]+)";/g;

/**
 * Who imports a part of Node gets a module of it, and to make one Node loads all that the part has
 * to offer: with one function of `node:util` how texts differ, with `node:crypto` every algorithm.
 * Asked for the part itself, it loads that when somebody uses it: 20 ms of a start.
 */
const partsOfNode: Plugin = {
  name: 'parts-of-node',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== 'chunk') continue;
      file.code = file.code.replaceAll(IMPORT_OF_NODE, (_, whole, names, part) => {
        const bindings = [whole, names && `{${names.replaceAll(' as ', ':')}}`].filter(Boolean);
        return bindings.map((to) => `var ${to}=process.getBuiltinModule("${part}");`).join('');
      });
      const left = file.code.indexOf('from"node:');
      if (left < 0) continue;
      throw new Error(`${file.fileName}: ${file.code.slice(Math.max(0, left - 100), left + 30)}`);
    }
  },
};

if (import.meta.main) {
  await buildServer(resolve(process.argv[2] ?? join(import.meta.dirname, 'dist')));
}
