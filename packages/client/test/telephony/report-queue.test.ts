import { expect, test } from 'vitest';
import { type Report, ReportQueue } from '../../src/telephony/report-queue.ts';

const report = (key: string): Report => ({ kind: 'calls', key, body: key });
const book = (key: string): Report => ({ kind: 'addresses', key: `addresses ${key}`, body: [] });
const keys = (reports: readonly Report[]) => reports.map(({ key }) => key);

test('[CL7] reports are kept in order, each once, and one kind at a time is told', () => {
  const queue = new ReportQueue();
  queue.add(report('1'), report('2'), report('1'));
  queue.addBook([book('a')]);
  queue.add(report('3'));
  expect(keys(queue.next())).toEqual(['1', '2']);
  expect(keys(queue.next(1))).toEqual(['1']);
  queue.settle(['1', '2']);
  expect(keys(queue.next())).toEqual(['addresses a']);
  queue.settle(['addresses a']);
  expect(keys(queue.next())).toEqual(['3']);
  queue.add(report('2'));
  expect(queue.size).toBe(1);
});

test('[CL7] a new phone book takes the place of one that waits, and an earlier one is news again', () => {
  const queue = new ReportQueue();
  queue.addBook([book('a')]);
  queue.addBook([book('b')]);
  expect(keys(queue.next())).toEqual(['addresses b']);
  queue.settle(['addresses b']);
  queue.addBook([book('b')]);
  expect(queue.size).toBe(0);
  queue.addBook([book('a')]);
  queue.settle(['addresses a']);
  queue.addBook([book('b')]);
  expect(queue.size).toBe(1);
});

test('[CL7] memory is bounded: the oldest are given up, and counted', () => {
  const queue = new ReportQueue();
  for (let i = 0; i < 2010; i++) queue.add(report(String(i)));
  expect([queue.size, queue.dropped]).toEqual([2000, 10]);
  expect(keys(queue.next(1))).toEqual(['10']);
});
