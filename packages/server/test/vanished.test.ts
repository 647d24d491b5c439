import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { peerName, VanishedPeers } from '../src/stream/vanished.ts';

const HEADING =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
/** Lines as Linux writes them on a machine with little-endian numbers. */
const line = (address: string, port: string, timer: string, sent: string, state = '01') =>
  `   7: 0109090A:1F90 ${address}:${port} ${state} 00000057:00000000 ${timer}:00000012 ${sent}     0        0 128740 3 0000000019d110be 1632 4 24 10 -1\n`;

/** What the kernel says at each look, one after the other. */
function looks(timeout: number) {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-vanished-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'tcp');
  let time = 0;
  const peers = new VanishedPeers(timeout, () => time);
  return async (at: number, ...lines: string[]) => {
    time = at;
    writeFileSync(file, HEADING + lines.join(''));
    return [...(await peers.look([join(folder, 'not there'), file]))];
  };
}

test('[ST6] a client that answers nothing for the time of a stall is found', async () => {
  const look = looks(30_000);
  const gone = (sent: string) => line('0209090A', 'C350', '01', sent);
  expect(await look(0, gone('00000002'))).toEqual([]);
  expect(await look(15_000, gone('00000005'))).toEqual([]);
  expect(await look(30_000, gone('00000006'))).toEqual([peerName('10.9.9.2', 50_000)]);
});

test('[ST6] a client that answers now and then is none', async () => {
  const look = looks(30_000);
  const slow = (sent: string) => line('0209090A', 'C350', '01', sent);
  expect(await look(0, slow('00000004'))).toEqual([]);
  expect(await look(15_000, slow('00000001'))).toEqual([]);
  expect(await look(30_000, slow('00000002'))).toEqual([]);
  expect(await look(44_000)).toEqual([]);
  expect(await look(60_000, slow('00000009'))).toEqual([]);
});

test('[ST6] one that does not read, has nothing to answer or is closing is none', async () => {
  const look = looks(1);
  const others = [
    line('0209090A', 'C350', '04', '00000000'),
    line('0309090A', 'C350', '00', '00000000'),
    line('0409090A', 'C350', '01', '00000000'),
    line('0509090A', 'C350', '01', '00000003', '04'),
    'something else\n',
  ];
  for (const at of [0, 10, 20]) expect(await look(at, ...others)).toEqual([]);
});

test('[ST6] addresses of IPv6 are named as Node names them', async () => {
  const look = looks(1);
  const lines = [
    line('B80D0120000000000000000001000000', '0051', '01', '00000003'),
    line('0000000000000000FFFF00000209090A', '0052', '01', '00000003'),
  ];
  await look(0, ...lines);
  expect(await look(10, ...lines)).toEqual([
    peerName('2001:db8::1', 81),
    peerName('::ffff:10.9.9.2', 82),
  ]);
});

test('[ST6] of many thousand connections the one that has vanished is found', async () => {
  const look = looks(1);
  const many = Array.from({ length: 20_000 }, (_, turn) =>
    line('0100007F', turn.toString(16).toUpperCase().padStart(4, '0'), '00', '00000000'),
  );
  many.splice(9999, 0, line('0209090A', 'C350', '01', '00000002'));
  await look(0, ...many);
  expect(await look(10, ...many)).toEqual([peerName('10.9.9.2', 50_000)]);
});
