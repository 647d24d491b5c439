import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { useAppContext } from '../backend/app-context.ts';
import { useLaterTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { isOwn } from '../parts/calls/other-party.ts';
import { whyNot } from '../parts/phone-link.tsx';

export type GiveCommand = (command: CallCommand, call: LiveCall, to?: string) => Promise<boolean>;

/** Gives a command to a call; answers whether it was done, and says why if it was not. */
export function useCallCommands(): GiveCommand {
  const { phone } = useAppContext();
  const t = useLaterTexts().callCommands;

  /** One ear, one call: who is talked with waits while another one is taken. */
  const holdOthers = async (call: LiveCall): Promise<void> => {
    const { calls, extension } = phone.getSnapshot();
    const others = calls.filter(
      (each) =>
        each.key !== call.key &&
        each.state === 'connected' &&
        each.features.includes('hold') &&
        isOwn(each, extension),
    );
    // A system that holds by itself has done so already, and says that it cannot do it twice.
    await Promise.allSettled(others.map(({ callId }) => phone.commands.hold(callId)));
  };

  return async (command, call, to = '') => {
    try {
      if (command === 'answer' || command === 'resume') await holdOthers(call);
      if (command === 'transfer') await phone.commands.transfer(call.callId, to);
      else await phone.commands[command](call.callId);
      return true;
    } catch (error) {
      tell('bad', t.failed[command], whyNot(command, error));
      return false;
    }
  };
}
