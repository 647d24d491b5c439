import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, type ShippedPackage } from './shipped.ts';

const IS_LICENCE = /^(licen[sc]e|copying|notice)([.-].*)?$/i;

/** Licences whose texts in one file are all that they ask of whoever hands the code on. */
export const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unlicense',
];

const INTRODUCTION = `Hookline is made with the work of others, which is in this package. Here are the licences of all
of it. Node.js, which npm installs beside it, has its own in its own package.
`;

/** The licences of all these packages as one text; one that has none is an error. */
export function licencesOf(packages: readonly ShippedPackage[]): string {
  const sections = packages.map((one) => {
    if (!ACCEPTED.includes(one.license ?? '')) {
      throw new Error(
        `${one.name} has the licence ${one.license}, about which nobody has thought yet`,
      );
    }
    const heading = `${one.name} ${one.version} (${one.license})`;
    return `${'='.repeat(80)}\n${heading}\n${'='.repeat(80)}\n\n${licenceOf(one)}\n`;
  });
  // The same package in the same version may be there twice, for two others that want it.
  return [INTRODUCTION, ...new Set(sections)].join('\n');
}

/** Its own files; else what its README says; else what we have found out and keep here. */
function licenceOf({ name, path }: ShippedPackage): string {
  const folder = join(ROOT, path);
  const files = readdirSync(folder).filter((file) => IS_LICENCE.test(file));
  if (files.length > 0)
    return files
      .sort()
      .map((file) => text(join(folder, file)))
      .join('\n\n');
  const readme = readdirSync(folder).find((file) => /^readme\.md$/i.test(file));
  const [, section] =
    /^#+ licen[sc]e\s*\n([\s\S]*?)(?=^#|$(?![\s\S]))/im.exec(
      readme ? text(join(folder, readme)) : '',
    ) ?? [];
  if (section && /permission is hereby granted/i.test(section)) return section.trim();
  const kept = join(import.meta.dirname, 'licences', `${name.replace('/', '__')}.txt`);
  if (existsSync(kept)) return text(kept);
  throw new Error(
    `${name} comes without the text of its licence; look for it and put it into ${kept.replace(`${ROOT}/`, '')}`,
  );
}

/** Without the licences of what a bundler has bundled for itself, which is not in what it makes. */
const text = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll('\r\n', '\n')
    .replace(/^# Licenses of bundled dependencies\n[\s\S]*/m, '')
    .trim();
