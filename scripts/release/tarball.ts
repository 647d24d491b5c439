import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const BLOCK = 512;
/** The moment that npm gives to every file: some programs stumble over the beginning of 1970. */
const THEN = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/**
 * All files of a folder as npm packs them. Not by `npm pack`, of which every machine has another
 * one: of the same files this makes the same bytes, with one Node at least.
 */
export function tarballOf(folder: string, executable: readonly string[]): Buffer {
  const names = globSync('**', { cwd: folder })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
  const parts = names.flatMap((name) => {
    const content = readFileSync(join(folder, name));
    const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    const mode = executable.includes(name) ? 0o755 : 0o644;
    return [header(`package/${name}`, mode, content.length), content, padding];
  });
  const packed = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  // On which system it was packed.
  packed[9] = 255;
  return packed;
}

function header(name: string, mode: number, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > 100) throw new Error(`${name} is too long for a plain tarball`);
  const number = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  block.write(name, 0);
  block.write(number(mode, 7), 100);
  block.write(number(0, 7), 108);
  block.write(number(0, 7), 116);
  block.write(number(size, 11), 124);
  block.write(number(THEN, 11), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${number(sum, 6)}\0 `, 148);
  return block;
}
