import type { Config } from '../../../config/properties.ts';
import { checkPush, pushedOptions } from '../push-check.ts';
import type { TelephoneSystem } from '../telephone-system.ts';
import { type Finding, note, ok, wrong } from '../telephone-system.ts';
import { askSipgate, createSipgate, type SipgateApi, type SipgateOptions } from './sipgate.ts';

/** Also any other that pushes as sipgate does. */
export const sipgate: TelephoneSystem = {
  follow: (config) => (context) => createSipgate(context, optionsOf(config)),
  async *check(config) {
    yield checkPush(config);
    if (config['app.telephony.system'] === 'sipgate') yield* checkApi(optionsOf(config).api);
  },
};

function optionsOf(config: Config): SipgateOptions {
  const [id, token] = [
    config['app.telephony.sipgate.token-id'],
    config['app.telephony.sipgate.token'],
  ];
  const isSipgate = config['app.telephony.system'] === 'sipgate';
  return {
    ...pushedOptions(config),
    publicUrl: isSipgate ? config['app.server.public-url'] : undefined,
    api:
      !isSipgate || id === undefined || token === undefined
        ? undefined
        : { url: config['app.telephony.sipgate.api'], id, token },
  };
}

/** Asks for the calls that are on: what the orders are about, and nothing is changed by it. */
async function* checkApi(api: SipgateApi | undefined): AsyncGenerator<Finding> {
  if (!api) {
    yield note(
      'phone login',
      'none: calls are watched; for dialling set app.telephony.sipgate.token-id and .token',
    );
    return;
  }
  const answer = await askSipgate(api, 'GET', '/calls');
  await answer?.body?.cancel();
  if (!answer) yield wrong('phone login', `nobody answers at ${api.url}`);
  else if (answer.status === 401) {
    yield wrong('phone login', `${api.id} is refused; app.telephony.sipgate.token-id and .token`);
  } else if (answer.status === 403) {
    yield ok('phone login', `${api.id} at ${api.url}`);
    yield note(
      'phone rights',
      'it may not list calls (rtcm:read); it needs rtcm:write to hang up, hold and transfer, and sessions:calls:write to dial',
    );
  } else if (!answer.ok) {
    yield wrong('phone login', `${api.url} answers ${answer.status}; app.telephony.sipgate.api`);
  } else {
    yield ok('phone login', `${api.id} at ${api.url}`);
    yield ok(
      'phone rights',
      'it may list calls; whether it may dial (sessions:calls:write) and act (rtcm:write) shows only by doing it',
    );
  }
}
