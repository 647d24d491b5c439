import { temporaryFolder } from '../support/written-archive.ts';
import { outcome } from './typed-command.ts';

/** `hookline NAME …` for this archive. */
export function archiveCommand(
  name: string,
  url: string,
  words: readonly string[],
  spoolFolder = temporaryFolder(),
) {
  const place = [`--app.archive.url=${url}`, `--app.archive.spool-dir=${spoolFolder}`];
  return outcome([name, ...words, ...place]);
}

/** What it says when all goes well. */
export async function succeed(...parameters: Parameters<typeof archiveCommand>): Promise<string> {
  const { code, said } = await archiveCommand(...parameters);
  if (code !== 0) throw new Error(said);
  return said;
}
