import { isLoopback } from '../../http/reach.ts';
import { type Finding, note, ok, wrong } from '../finding.ts';
import { PUSH_PATH } from '../system.ts';
import type { PlacetelOptions } from './placetel.ts';
import { askSipgate, type SipgateApi } from './sipgate.ts';

/** What has to be entered at the telephone system, with a word in place of the token. */
export function checkPush(
  system: 'sipgate' | 'cti' | 'placetel',
  publicUrl: string | undefined,
): Finding {
  const about = 'phone address';
  const path = `${PUSH_PATH}?token=TOKEN`;
  const how = 'TOKEN being app.telephony.push.token';
  if (publicUrl === undefined) {
    return note(about, `to be entered there: the address of this server with ${path}, ${how}`);
  }
  const enter = `to be entered there: ${publicUrl}${path}, ${how}`;
  const { protocol, hostname } = new URL(publicUrl);
  const isInternet = system !== 'cti';
  if (isInternet && isLoopback(hostname)) {
    return wrong(about, `${publicUrl} cannot be reached from outside; app.server.public-url`);
  }
  if (protocol === 'https:') return ok(about, enter);
  const open = 'without https the token and the numbers of callers can be read on the way';
  return isInternet
    ? wrong(about, `${publicUrl}: ${open}; put https before it, and into app.server.public-url`)
    : note(about, `${enter}; ${open}`);
}

export function checkPlacetel({ secret }: PlacetelOptions): Finding {
  return secret === undefined
    ? note('phone signature', 'none: set app.telephony.placetel.secret, or the token alone counts')
    : ok('phone signature', 'what is not signed with app.telephony.placetel.secret is refused');
}

/** Asks for the calls that are on: what the orders are about, and nothing is changed by it. */
export async function* checkSipgateApi(api: SipgateApi | undefined): AsyncGenerator<Finding> {
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
