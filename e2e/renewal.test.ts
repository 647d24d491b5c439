import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startService, temporaryFolder } from './support/service.ts';

test('[OP2] on SIGHUP tokens and senders are taken anew, from the file and from files of secrets', async () => {
  const folder = temporaryFolder();
  const [file, secret] = [join(folder, 'office.yaml'), join(folder, 'reader-token')];
  // As an editor does: the service never sees half of it.
  const write = (path: string, text: string) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
  write(file, 'app.webhook.senders: |\n  erp=erp-token-old\n');
  write(secret, 'reader-token-old\n');
  const { url, program } = await startService(['--config', file], {
    APP_ACCESS_TOKEN_FILE: secret,
  });
  const send = async (token: string) =>
    (await fetch(`${url}/api/webhook?token=${token}`, { method: 'POST', body: '1' })).status;
  const read = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${url}/api/webhook/history`, { headers })).status;
  };
  const says = async (text: string, times = 1) =>
    expect.poll(() => program.stdout.split(text).length - 1).toBe(times);
  expect([await send('erp-token-old'), await read('reader-token-old')]).toEqual([202, 200]);

  write(file, 'app.webhook.senders: |\n  erp=erp-token-old\n  erp=erp-token-new\n');
  write(secret, 'reader-token-new\n');
  program.child.kill('SIGHUP');
  await says('tokens and senders taken anew');
  expect([await send('erp-token-old'), await send('erp-token-new')]).toEqual([202, 202]);
  expect([await read('reader-token-old'), await read('reader-token-new')]).toEqual([401, 200]);

  for (const [n, mistake] of ['app.webhook.senders: erp', 'app.webhook.tokn: x', ': :'].entries()) {
    write(file, mistake);
    program.child.kill('SIGHUP');
    await says('the configuration has mistakes; tokens and senders stay', n + 1);
    expect(await send('erp-token-new')).toBe(202);
  }
  // Half a file must not open the door.
  write(file, '');
  program.child.kill('SIGHUP');
  await says('changed, and taken at the next start only');
  expect([await send('erp-token-new'), await send('')]).toEqual([202, 401]);
  expect(program.stdout).not.toMatch(/erp-token|reader-token-/);
  program.child.kill('SIGTERM');
  expect(await program.outcome).toMatchObject({ code: 0 });
});
