import { SaxesParser } from 'saxes';
import type { ReportedParty } from '../../mirror.ts';
import { nameAddress, userOf } from './message.ts';

/** A call as one telephone has it (RFC 4235). */
export interface TelephoneCall {
  readonly id: string;
  readonly callId: string;
  /** Undefined where the telephone system does not say who called whom. */
  readonly isPlaced: boolean | undefined;
  readonly state: 'begins' | 'rings' | 'talks' | 'over';
  /** Why it is over, as SIP says it. */
  readonly status: number | undefined;
  /** Undefined where the telephone system does not say. */
  readonly remote: ReportedParty | undefined;
  readonly local: ReportedParty | undefined;
}

/** What a telephone system tells of one telephone. */
export interface DialogInfo {
  readonly version: number;
  /** All calls that there are, not only those that have changed. */
  readonly isWhole: boolean;
  readonly calls: readonly TelephoneCall[];
}

const STATES: Readonly<Record<string, TelephoneCall['state']>> = {
  trying: 'begins',
  proceeding: 'begins',
  early: 'rings',
  confirmed: 'talks',
  terminated: 'over',
};
const PLACED: Readonly<Record<string, boolean>> = { initiator: true, recipient: false };
/** A telephone has a handful; more is an attack. */
const MOST_CALLS = 50;
const MOST_DEPTH = 10;
const MOST_TEXT = 500;

/** Undefined for what is none, has a DOCTYPE, or is deeper or larger than a telephone needs. */
export function dialogInfo(xml: string): DialogInfo | undefined {
  try {
    return read(xml);
  } catch {
    return undefined;
  }
}

function read(xml: string): DialogInfo | undefined {
  const parser = new SaxesParser();
  const path: string[] = [];
  const calls: TelephoneCall[] = [];
  let whole: Omit<DialogInfo, 'calls'> | undefined;
  let call: Partial<TelephoneCall> | undefined;
  let text = '';
  let display = '';
  const refuse = (): never => {
    throw new Error('no dialog-info');
  };
  const add = (part: string) => {
    text += part;
    if (text.length > MOST_TEXT) refuse();
  };
  // An entity of its own could be written out to gigabytes; without a DOCTYPE there are none.
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    const of = (attribute: string) => String(attributes[attribute] ?? '').slice(0, MOST_TEXT);
    path.push(local(name));
    text = '';
    const place = path.join('/');
    if (path.length > MOST_DEPTH || (path.length === 1 && place !== 'dialog-info')) refuse();
    if (place === 'dialog-info') {
      if (!/^\d{1,15}$/.test(of('version'))) refuse();
      whole = { version: Number(of('version')), isWhole: of('state') !== 'partial' };
    } else if (place === 'dialog-info/dialog') {
      if (of('id') === '' || calls.length >= MOST_CALLS) refuse();
      call = { id: of('id'), callId: of('call-id'), isPlaced: PLACED[of('direction')] };
    } else if (call && place === 'dialog-info/dialog/state') {
      const status = of('code');
      if (/^[3-6]\d\d$/.test(status)) call = { ...call, status: Number(status) };
    } else if (/\/identity$/.test(place)) display = of('display');
  });
  parser.on('closetag', () => {
    const place = path.join('/');
    path.pop();
    if (call && place === 'dialog-info/dialog') {
      const { state, status, remote, local: own } = call;
      if (state) calls.push({ ...(call as TelephoneCall), status, remote, local: own });
      call = undefined;
    } else if (call && place === 'dialog-info/dialog/state') {
      const state = STATES[text.trim()];
      if (state) call = { ...call, state };
    } else if (call && place === 'dialog-info/dialog/remote/identity') {
      call = { ...call, remote: party(text, display) };
    } else if (call && place === 'dialog-info/dialog/local/identity') {
      call = { ...call, local: party(text, display) };
    }
  });
  parser.write(xml).close();
  return whole && { ...whole, calls };
}

function party(text: string, display: string): ReportedParty {
  const { name, uri } = nameAddress(text.trim());
  const raw = userOf(uri);
  const said = display || name;
  // Systems without a name write the number or the address in its place.
  return { raw, name: said === '' || said === raw || said === uri ? undefined : said };
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
