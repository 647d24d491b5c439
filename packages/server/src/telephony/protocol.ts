import { isUtf8 } from 'node:buffer';
import {
  TELEPHONY_COMMANDS,
  type TelephonyAnswer,
  type TelephonyCommand,
} from '@hookline/contract';
import { TelephonyProblem } from './telephony-problem.ts';

/** A larger frame is answered with an error. */
export const MOST_FRAME_BYTES = 64 * 1024;
/** A larger frame closes the socket (1009): it is not even read to its end. */
export const MOST_SOCKET_BYTES = 1024 * 1024;

type Id = TelephonyAnswer['id'];
export type Params = Readonly<Record<string, unknown>>;
/** `desk` is the one that the client acts for. What asks the telephone system answers later. */
export type Execute = (command: TelephonyCommand, params: Params, desk: string) => unknown;

/** Answers a frame, whatever is in it: no client is thrown out for what it says. */
export function answerFrame(
  bytes: Buffer,
  isBinary: boolean,
  execute: (command: TelephonyCommand, params: Params) => unknown,
): string | Promise<string> {
  const value = bytes.length > MOST_FRAME_BYTES ? beginningOf(bytes) : parsed(bytes);
  const { id, command } = envelopeOf(value);
  const done = (result: unknown) => JSON.stringify({ id, command, ok: true, result });
  const failed = (error: unknown) => {
    if (!(error instanceof TelephonyProblem)) throw error;
    const { code, message, reason } = error;
    return JSON.stringify({ id, command, ok: false, error: { code, message, reason } });
  };
  try {
    const request = checkedRequest(bytes, isBinary, value, id);
    const result = execute(request.command, request.params);
    return result instanceof Promise ? result.then(done).catch(failed) : done(result);
  } catch (error) {
    return failed(error);
  }
}

function checkedRequest(bytes: Buffer, isBinary: boolean, value: unknown, id: Id) {
  const bad = (text: string) => new TelephonyProblem('bad_request', text);
  if (isBinary) throw bad('Frames are text; this one is binary.');
  if (bytes.length > MOST_FRAME_BYTES) {
    throw bad(`The frame is larger than ${MOST_FRAME_BYTES} bytes.`);
  }
  if (!isUtf8(bytes)) throw bad('The frame is not UTF-8.');
  if (!isObject(value)) throw bad('The frame is not a JSON object.');
  if (id === null)
    throw bad('id is missing: a string or a number that comes back with the answer.');
  const { command, params = {} } = value;
  if (typeof command !== 'string') throw bad('command is missing: the name of a command.');
  if (!isObject(params)) throw bad('params is not an object.');
  const known = TELEPHONY_COMMANDS.find((name) => name === command);
  if (known === undefined) {
    const list = TELEPHONY_COMMANDS.join(', ');
    throw new TelephonyProblem('unknown_command', `There is no such command; there are ${list}.`);
  }
  return { command: known, params };
}

/** What of the answer is known even when the rest of the frame is of no use. */
function envelopeOf(value: unknown): { id: Id; command: string | null } {
  if (!isObject(value)) return { id: null, command: null };
  const { id, command } = value;
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    // A megabyte of a name would come back as a megabyte of an answer.
    command: typeof command === 'string' && command.length <= 100 ? command : null,
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Of a frame that is refused its id, if it stands first: to read all of it would hold up everybody. */
function beginningOf(bytes: Buffer): unknown {
  const [, id] =
    /^\s*\{\s*"id"\s*:\s*("[^"\\]*"|\d+)\s*,/.exec(bytes.toString('utf8', 0, 1000)) ?? [];
  return parsed(Buffer.from(`{"id":${id}}`));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
