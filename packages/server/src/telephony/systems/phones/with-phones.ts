import { CALL_COMMANDS, type PhoneCall } from '@hookline/contract';
import type { Config } from '../../../config/properties.ts';
import type { CreateSystem, Order } from '../../system.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import { mustBeAt } from '../desks.ts';
import { type Finding, ok, wrong } from '../telephone-system.ts';
import { DeskPhone } from './desk-phone.ts';
import type { PhoneVerb } from './makes.ts';

const VERBS: readonly PhoneVerb[] = ['answer', 'reject', 'hangup', 'transfer'];

/**
 * What the telephone system cannot do itself, the telephone at the desk does, if it takes orders.
 * A key of a telephone is not about a certain call, so it is pressed only if there is just one.
 */
export function withPhones(config: Config, create: CreateSystem): CreateSystem {
  const phones = phonesOf(config);
  const desks = config['app.telephony.desks'] ?? {};
  if (phones.size === 0) return create;
  return (context) => {
    const shown = (call: PhoneCall): PhoneCall => ({ ...call, features: featuresOf(call) });
    const featuresOf = (call: PhoneCall) => {
      const at = call.extension === '' ? [...phones.values()] : [phones.get(call.extension)];
      const verbs = verbsFor(call).filter((verb) => at.some((phone) => phone?.does(verb)));
      return CALL_COMMANDS.filter((one) => [...call.features, ...verbs].includes(one));
    };
    const system = create({
      ...context,
      tell: (event, call, firstId) => context.tell(event, shown(call), firstId),
    });
    const ordersOf = (phone: DeskPhone): readonly Order[] => [
      'dial',
      ...VERBS.filter((verb) => phone.does(verb)),
    ];
    const phoneOf = (desk: string): DeskPhone => {
      const phone = phones.get(desk);
      if (phone) return phone;
      const text = 'Your desk has no telephone that takes orders (app.telephony.phones).';
      throw new TelephonyProblem('unavailable', text, 'no_telephone');
    };
    return {
      ...system,
      get orders() {
        return both(system.orders, [...phones.values()].flatMap(ordersOf));
      },
      ordersAt(desk) {
        const phone = phones.get(desk);
        return phone ? both(system.orders, ordersOf(phone)) : system.orders;
      },
      live: () => system.live().map(shown),
      async dial(number, desk) {
        if (system.dial && system.orders.includes('dial')) return system.dial(number, desk);
        await phoneOf(desk).dial(number);
        // What comes of it the telephone system tells, as of any that is dialled at a telephone.
        return '';
      },
      async command(name, callId, desk, to) {
        const calls = system.live();
        const call = calls.find((one) => one.callId === callId);
        if (!call) throw new TelephonyProblem('not_found', 'There is no such call.');
        if (system.command && call.features.includes(name)) {
          return system.command(name, callId, desk, to);
        }
        const verb = verbsFor(call).find((one) => one === name);
        if (!verb) throw notNow(`${name} is not possible while the call is ${call.state}.`);
        mustBeAt(desks, desk, call);
        const phone = phoneOf(desk);
        if (!phone.does(verb)) throw notNow(`A ${phone.make.name} telephone does not do that.`);
        const isOther = ({ callId: other, extension }: PhoneCall) =>
          other !== callId && (extension === '' || extension === desk);
        if (calls.some(isOther)) {
          const text = 'There are several calls at your telephone: take your pick there.';
          throw new TelephonyProblem('unavailable', text, 'several_calls');
        }
        await phone.order(verb, to);
        return shown(system.live().find((one) => one.callId === callId) ?? call);
      },
    };
  };
}

/** Tries each telephone; nothing happens at it. */
export async function* checkPhones(config: Config): AsyncGenerator<Finding> {
  for (const [desk, phone] of phonesOf(config)) {
    const refusal = await phone.trial();
    const at = `the ${phone.make.name} at ${config['app.telephony.phones']?.[desk]?.url}`;
    yield refusal === undefined
      ? ok(`phone ${desk}`, `${at} takes orders`)
      : wrong(`phone ${desk}`, `${at} ${refusal}`);
  }
}

function phonesOf(config: Config): ReadonlyMap<string, DeskPhone> {
  const logins = config['app.telephony.phone-secrets'] ?? {};
  return new Map(
    Object.entries(config['app.telephony.phones'] ?? {}).map(([desk, address]) => [
      desk,
      new DeskPhone(address, logins[desk]),
    ]),
  );
}

/** What a telephone could be told about a call as it is. */
function verbsFor({ state, direction, extension, from }: PhoneCall): readonly PhoneVerb[] {
  const isPlaced = direction === 'out' || (direction === 'internal' && from.raw === extension);
  if (state === 'ringing' && !isPlaced) return ['answer', 'reject'];
  if (state === 'dialing' || state === 'ringing') return ['hangup'];
  return state === 'connected' ? ['hangup', 'transfer'] : [];
}

function both(one: readonly Order[], other: readonly Order[]): readonly Order[] {
  return (['dial', ...CALL_COMMANDS] as const).filter((order) =>
    [...one, ...other].includes(order),
  );
}

function notNow(text: string): TelephonyProblem {
  return new TelephonyProblem('invalid_state', text);
}
