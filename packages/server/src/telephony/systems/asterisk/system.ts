import type { Config } from '../../../config/properties.ts';
import { realTime } from '../../schedule.ts';
import { type Finding, note, ok, type TelephoneSystem, wrong } from '../telephone-system.ts';
import { Ami } from './ami.ts';
import { type AsteriskOptions, createAsterisk } from './asterisk.ts';

export const asterisk: TelephoneSystem = {
  follow: (config) => (context) => createAsterisk(context, optionsOf(config)),
  check: (config) => checkAsterisk(optionsOf(config)),
};

function optionsOf(config: Config): AsteriskOptions {
  const { protocol, hostname, port } = new URL(config['app.telephony.asterisk.url']);
  const tls = protocol === 'tls:';
  return {
    host: hostname,
    port: Number(port || (tls ? 5039 : 5038)),
    tls,
    // Without them the service does not start.
    user: config['app.telephony.asterisk.user'] ?? '',
    secret: config['app.telephony.asterisk.secret'] ?? '',
    context: config['app.telephony.asterisk.context'],
    desks: config['app.telephony.desks'] ?? {},
    endpoints: config['app.telephony.asterisk.endpoints'],
    longestCall: config['app.telephony.longest-call'],
  };
}

/** The actions of the manager interface that the service takes, and what for. */
const ACTIONS = {
  CoreShowChannels: 'list calls',
  Originate: 'dial',
  Hangup: 'hang up',
  BlindTransfer: 'transfer',
} as const;
const RIGHTS = 'in manager.conf it needs read = call and write = call,originate,reporting';

async function* checkAsterisk(options: AsteriskOptions): AsyncGenerator<Finding> {
  const at = `${options.host}:${options.port}`;
  const { ami, banner, problem } = await logIn(options);
  try {
    if (banner === undefined) {
      yield wrong(
        'phone line',
        `no Asterisk at ${at} (${problem}): enable the manager interface (manager.conf), or set app.telephony.asterisk.url`,
      );
      return;
    }
    yield ok('phone line', `${banner} at ${at}`);
    if (problem !== undefined) {
      yield wrong('phone login', `${problem}; app.telephony.asterisk.user and .secret`);
      return;
    }
    yield ok('phone login', options.user);
    yield await rights(ami, options);
  } finally {
    ami.close();
  }
}

/** The banner is what it says it is; the problem, why nobody is logged in. */
async function logIn(options: AsteriskOptions) {
  let banner: string | undefined;
  return new Promise<{ ami: Ami; banner: string | undefined; problem: string | undefined }>(
    (resolve) => {
      const ami = new Ami({
        ...options,
        schedule: realTime,
        onGreeted(said) {
          banner = said;
        },
        onUp: () => resolve({ ami, banner, problem: undefined }),
        onEvent() {},
        onDown(problem) {
          ami.close();
          resolve({ ami, banner, problem });
        },
      });
      ami.open();
    },
  );
}

async function rights(ami: Ami, { user, context }: AsteriskOptions): Promise<Finding> {
  const about = 'phone rights';
  const names = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];
  try {
    await ami.ask('CoreShowChannels');
  } catch (error) {
    return wrong(about, `${user} may not list calls (${(error as Error).message}); ${RIGHTS}`);
  }
  // It names what this user may do. To dial for a trial, somebody's telephone would have to ring.
  const allowed = await ami.ask('ListCommands').catch(() => undefined);
  if (!allowed) {
    return note(about, `${user} may list calls; whether it may dial shows only by dialling`);
  }
  const refused = names.filter((name) => !allowed.has(name.toLowerCase()));
  if (refused.length > 0) {
    const words = refused.map((name) => ACTIONS[name]).join(', ');
    return wrong(about, `${user} may not ${words}; ${RIGHTS}`);
  }
  return ok(
    about,
    `${user} may list calls, dial, hang up and transfer; whether the context ${context} leads somewhere shows only by dialling`,
  );
}
