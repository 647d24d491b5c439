import { type CallCommand, type LiveCall, TelephonyError } from 'hookline-client/telephony';
import { useAppContext } from '../backend/app-context.ts';
import { useLaterTexts } from '../language/language.tsx';
import { tell } from '../messages.ts';
import { isOwn } from '../parts/calls/other-party.ts';

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

  const reason = (error: unknown, command: CallCommand): string => {
    if (!(error instanceof TelephonyError)) return String(error);
    switch (error.code) {
      case 'offline':
        return t.offline;
      case 'timeout':
        return t.timeout;
      case 'not_found':
        return command === 'transfer' ? t.noTarget : t.gone;
      case 'invalid_state':
        return t.otherState;
      case 'unknown_command':
        return t.unavailable;
      // In the words of the telephone: only they say what has to be done there.
      case 'unavailable':
      case 'bad_request':
        return error.message.replace(`${command}: `, '');
    }
  };

  return async (command, call, to = '') => {
    try {
      if (command === 'answer' || command === 'resume') await holdOthers(call);
      if (command === 'transfer') await phone.commands.transfer(call.callId, to);
      else await phone.commands[command](call.callId);
      return true;
    } catch (error) {
      tell('bad', t.failed[command], reason(error, command));
      return false;
    }
  };
}
