import { text } from 'node:stream/consumers';
import { hashPassword } from '../packages/server/src/access/password.ts';
import { password as kind } from '../packages/server/src/config/kinds.ts';

const ENTER = new Set(['\r', '\n', '\u0004']);
const ERASE = new Set(['\b', '\u007f']);
const INTERRUPT = '\u0003';

/** Reads a line from the terminal without showing it. */
function typed(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  return new Promise((resolve) => {
    let line: string[] = [];
    const done = () => {
      stdin.setRawMode(false);
      stdin.pause();
      stdin.off('data', take);
      stderr.write('\n');
    };
    const take = (characters: string) => {
      for (const character of characters) {
        if (character === INTERRUPT) {
          done();
          process.exit(130);
        }
        if (ENTER.has(character)) {
          done();
          resolve(line.join(''));
          return;
        }
        if (ERASE.has(character)) line = line.slice(0, -1);
        else line.push(character);
      }
    };
    stdin.on('data', take);
    stdin.resume();
  });
}

async function wanted(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  const password = await typed('Password: ');
  if (password !== (await typed('Once more: '))) fail('the two are not the same');
  return password;
}

function fail(reason: string): never {
  process.stderr.write(`hookline: ${reason}\n`);
  process.exit(1);
}

const password = await wanted();
if (password === '') fail('the password is empty');
if (kind.parse(password) === undefined) fail(`not a password; allowed: ${kind.allowed}`);
process.stderr.write('Put this into hookline.yaml, or its value into APP_ACCESS_PASSWORD:\n');
process.stdout.write(`app.access.password: ${await hashPassword(password)}\n`);
