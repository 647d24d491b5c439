import { readFileSync } from 'node:fs';

export const readText = (path: string) => readFileSync(path, 'utf8');

/** How the secret in a file is read, or why it cannot be. */
type SecretFile = { readonly value: string } | { readonly problem: string };

/** Says the path and never the content, of which a part would be a part of the secret. */
export function readSecretFile(path: string, readFile = readText): SecretFile {
  let content: string;
  try {
    content = readFile(path);
  } catch (error) {
    return { problem: `${path} cannot be read: ${readProblem(error)}` };
  }
  // An umlaut in another encoding would make a password that nobody can type.
  if (content.includes('\ufffd')) return { problem: `${path} is not text in UTF-8` };
  // What editors add: no secret begins with a byte order mark or ends in a line break.
  const value = content.replace(/^\ufeff/, '').replace(/[\r\n]+$/, '');
  return value === '' ? { problem: `${path} is empty` } : { value };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
};

/** Why a file cannot be read, in words that need no manual. */
export function readProblem(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? code ?? message;
}
