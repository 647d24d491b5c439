import type { Config } from '../../config/properties.ts';
import { isLoopback } from '../../http/reach.ts';
import { PUSH_PATH } from '../system.ts';
import { officeOf } from './desks.ts';
import { type Finding, note, ok, wrong } from './telephone-system.ts';

/** What has to be entered at the telephone system, with a word in place of the token. */
export function checkPush(config: Config): Finding {
  const publicUrl = config['app.server.public-url'];
  const about = 'phone address';
  const path = `${PUSH_PATH}?token=TOKEN`;
  const how = 'TOKEN being app.telephony.push.token';
  if (publicUrl === undefined) {
    return note(about, `to be entered there: the address of this server with ${path}, ${how}`);
  }
  const enter = `to be entered there: ${publicUrl}${path}, ${how}`;
  const { protocol, hostname } = new URL(publicUrl);
  const isInternet = config['app.telephony.system'] !== 'cti';
  if (isInternet && isLoopback(hostname)) {
    return wrong(about, `${publicUrl} cannot be reached from outside; app.server.public-url`);
  }
  if (protocol === 'https:') return ok(about, enter);
  const open = 'without https the token and the numbers of callers can be read on the way';
  return isInternet
    ? wrong(about, `${publicUrl}: ${open}; put https before it, and into app.server.public-url`)
    : note(about, `${enter}; ${open}`);
}

export function pushedOptions(config: Config) {
  return {
    // Without one the service does not start.
    token: config['app.telephony.push.token'] ?? '',
    ...officeOf(config),
  };
}
