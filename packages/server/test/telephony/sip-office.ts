import { once } from 'node:events';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { selfSigned } from '../../../../e2e/support/certificate.ts';
import { Program, temporaryFolder } from '../../../../e2e/support/service.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import type { SipAccount, SipTransportName } from '../../src/config/kinds/sip-accounts.ts';

/** What all telephones of the office register with. */
export const PASSWORD = 'geheim für alle';
/** Rings at 620 and 621. */
export const GROUP = '600';
/** Rings at 620 for a second, and then once more. */
export const ROUNDS = '601';

/** A telephone and who is at it. */
export interface Colleague {
  readonly program: Program;
  /** `hangup`, `hold` and the like, as baresip calls them. */
  does(command: string, params?: string): Promise<void>;
}

/** An office with a real registrar: Kamailio, which rings at all telephones of a group at once. @needs sip */
export class SipOffice {
  readonly port: number;
  /** Whether it tells of the calls at its telephones (SUBSCRIBE to `dialog`). */
  tellsOfCalls = false;
  readonly #folder = temporaryFolder();
  readonly #transport: SipTransportName;
  /** Where the telephone listens that plays parts. */
  readonly #rough: number;
  #kamailio: Program | undefined;

  private constructor(
    port: number,
    rough: number,
    transport: SipTransportName,
    hosts: string | undefined,
  ) {
    this.port = port;
    this.#rough = rough;
    this.#transport = transport;
    const { cert, key } = this.#files;
    if (transport === 'tls') selfSigned('office', { cert, key }, hosts);
  }

  /** `hosts` is for whom its certificate is. */
  static async open(
    transport: SipTransportName = 'udp',
    hosts?: string,
    more: Partial<Pick<SipOffice, 'tellsOfCalls'>> = {},
  ): Promise<SipOffice> {
    const office = new SipOffice(await freePort(), await freePort(), transport, hosts);
    Object.assign(office, more);
    await office.reopen();
    return office;
  }

  /** What shows that it is this one. */
  get certificate(): string {
    return readFileSync(this.#files.cert, 'utf8');
  }

  get #files() {
    return { cert: join(this.#folder, 'cert.pem'), key: join(this.#folder, 'key.pem') };
  }

  /** With nobody registered. */
  async reopen(): Promise<void> {
    const file = join(this.#folder, 'kamailio.cfg');
    const tables = this.tellsOfCalls ? join(this.#folder, 'tables') : undefined;
    if (tables) cpSync('/usr/share/kamailio/dbtext/kamailio', tables, { recursive: true });
    writeFileSync(file, kamailio(this.port, this.#rough, this.#transport, this.#files, tables));
    this.#kamailio = new Program('/usr/sbin/kamailio', [
      ...['-DD', '-E', '-m', '32', '-M', '8', '-f', file, '-w', this.#folder, '-Y', this.#folder],
    ]);
    await this.says('office is open');
  }

  async close(): Promise<void> {
    this.#kamailio?.child.kill('SIGTERM');
    await this.#kamailio?.outcome;
  }

  get log(): string {
    return this.#kamailio?.stderr ?? '';
  }

  /** What this service registers with. */
  account(more: Partial<SipAccount> = {}): SipAccount {
    return {
      ...{ name: 'Zentrale', user: '620', login: '620', password: PASSWORD, lines: [] },
      ...{ host: '127.0.0.1', port: this.port, transport: this.#transport, domain: 'office' },
      ...more,
    };
  }

  async says(words: string): Promise<void> {
    await expect.poll(() => this.#kamailio?.stderr).toContain(words);
  }

  /** Somebody at another telephone who picks up at once: baresip, which takes its own commands. */
  async colleague(user: string): Promise<Colleague> {
    const folder = temporaryFolder();
    const gate = `sip:127.0.0.1:${this.port};transport=udp`;
    writeFileSync(
      join(folder, 'accounts'),
      `<sip:${user}@office>;outbound="${gate}";auth_user=${user};auth_pass="${PASSWORD}";answermode=auto;regint=60\n`,
    );
    writeFileSync(join(folder, 'contacts'), '');
    const control = await freePort();
    writeFileSync(join(folder, 'config'), `${BARESIP}ctrl_tcp_listen 127.0.0.1:${control}\n`);
    const program = new Program('/usr/bin/baresip', ['-f', folder]);
    await this.says(`registered ${user}`);
    return {
      program,
      async does(command, params = '') {
        const json = JSON.stringify({ command, params });
        // It registers before it takes commands.
        const told = async () => {
          const socket = connect(control, '127.0.0.1');
          socket.end(`${json.length}:${json},`);
          return once(socket.resume(), 'close').then(
            () => true,
            () => false,
          );
        };
        await expect.poll(told).toBe(true);
      },
    };
  }

  /** The telephone at desk 29, which plays its part with one call: sipp. */
  async telephone(part: keyof typeof TELEPHONES): Promise<void> {
    const file = join(this.#folder, `${part}.xml`);
    writeFileSync(file, TELEPHONES[part]);
    await this.#plays(file, this.#rough);
  }

  /** Somebody outside who calls the group: sipp, until its part is played. */
  async caller(part: keyof typeof PARTS): Promise<void> {
    const file = join(this.#folder, `${part}.xml`);
    writeFileSync(file, PARTS[part]);
    await this.#plays(file, await freePort());
  }

  async #plays(file: string, port: number): Promise<void> {
    const { outcome } = new Program('/usr/bin/sipp', [
      ...[`127.0.0.1:${this.port}`, '-sf', file, '-i', '127.0.0.1', '-p', `${port}`],
      ...['-m', '1', '-nostdin', '-timeout', '300'],
    ]);
    const { code, stdout, stderr } = await outcome;
    expect(code, stdout + stderr).toBe(0);
  }
}

/** Keeps its telephones in memory. */
const kamailio = (
  port: number,
  rough: number,
  transport: SipTransportName,
  { cert, key }: { cert: string; key: string },
  tables: string | undefined,
) => `
debug=2
log_stderror=yes
children=1
auto_aliases=no
alias="office"
listen=udp:127.0.0.1:${port}
${
  transport === 'udp'
    ? 'disable_tcp=yes'
    : `listen=${transport}:127.0.0.1:${port}
tcp_children=1
tcp_connection_lifetime=3605`
}
${
  transport === 'tls'
    ? `enable_tls=yes
loadmodule "tls.so"
modparam("tls", "certificate", "${cert}")
modparam("tls", "private_key", "${key}")
modparam("tls", "tls_method", "TLSv1.2+")
`
    : ''
}
${['corex', 'rr', 'siputils', 'tm', 'sl', 'pv', 'usrloc', 'registrar', 'auth', 'xlog']
  .map((name) => `loadmodule "${name}.so"`)
  .join('\n')}
modparam("usrloc", "db_mode", 0)
${
  tables === undefined
    ? ''
    : `${['db_text', 'dialog', 'presence', 'presence_dialoginfo', 'pua', 'pua_dialoginfo']
        .map((name) => `loadmodule "${name}.so"`)
        .join('\n')}
modparam("presence|pua", "db_url", "text://${tables}")
modparam("presence", "subs_db_mode", 0)
modparam("presence", "publ_cache", 2)
modparam("presence", "send_fast_notify", 1)
modparam("presence_dialoginfo", "force_single_dialog", 0)
modparam("pua", "db_mode", 0)
modparam("pua", "outbound_proxy", "sip:127.0.0.1:${port};transport=${transport}")
modparam("pua_dialoginfo", "include_callid", 1)
modparam("pua_dialoginfo", "include_localremote", 1)
modparam("pua_dialoginfo", "include_tags", 1)
modparam("pua_dialoginfo", "use_pubruri_avps", 1)
modparam("pua_dialoginfo", "pubruri_caller_avp", "$avp(caller)")
modparam("pua_dialoginfo", "pubruri_callee_avp", "$avp(callee)")
modparam("dialog", "dlg_flag", 4)
`
}
modparam("auth", "algorithm", "${transport === 'tls' ? 'SHA-256' : 'MD5'}")
event_route[core:worker-one-init] { xlog("L_WARN", "office is open\\n"); }
request_route {
  if ($rm == "REGISTER") {
    if (!($fU =~ "^(62[0-9]|2[0-9]|outside)$")) { sl_send_reply("404", "Not Found"); exit; }
    if (!pv_www_authenticate("office", "${PASSWORD}", "0")) {
      www_challenge("office", "1");
      exit;
    }
    save("location");
    if ($hdr(Expires) == "0") xlog("L_WARN", "unregistered $fU\\n");
    else xlog("L_WARN", "registered $fU\\n");
    exit;
  }
  if ($rm == "PUBLISH" || $rm == "SUBSCRIBE") {
    ${
      tables === undefined
        ? 'sl_send_reply("489", "Bad Event");'
        : 'if ($rm == "PUBLISH") handle_publish(); else handle_subscribe();'
    }
    exit;
  }
  ${
    tables === undefined
      ? ''
      : `if ($rm == "INVITE" && !has_totag()) {
    setflag(4);
    $avp(caller) = "sip:" + $fU + "@office";
    $avp(callee) = "sip:" + $rU + "@office";
    if ($rU == "${GROUP}") $avp(callee) = "sip:621@office";
  }`
  }
  if ($rm == "INVITE" && $rU == "${GROUP}") {
    $ru = "sip:620@office";
    if (registered("location", "sip:621@office")) append_branch("sip:621@office");
    if (!lookup_branches("location")) { sl_send_reply("480", "Nobody"); exit; }
  }
  if ($rm == "INVITE" && $rU == "${ROUNDS}") {
    $ru = "sip:620@office";
    if (!lookup("location")) { sl_send_reply("480", "Nobody"); exit; }
    t_set_fr(1000);
    t_on_failure("AGAIN");
  }
  if ($rm == "CANCEL" && !t_check_trans()) exit;
  if (has_totag()) {
    if (!loose_route() && !t_check_trans() && $rm != "ACK") { sl_send_reply("481", "No Call"); exit; }
    t_relay();
    exit;
  }
  record_route();
  if ($rm == "INVITE" && $rU == "29") {
    $du = "sip:127.0.0.1:${rough}";
    t_relay();
    exit;
  }
  if ($rm == "INVITE" && $rU =~ "^(2[0-9]|0[0-9]+)$") {
    if ($rU =~ "^0") $ru = "sip:outside@office";
    if (!lookup("location")) { sl_send_reply("404", "Nobody"); exit; }
  }
  t_relay();
}
failure_route[AGAIN] {
  if (t_is_canceled()) exit;
  $ru = "sip:620@office";
  lookup("location");
  t_set_fr(120000);
  t_relay();
}
`;

/** Without any sound. */
const BARESIP = `
sip_listen 127.0.0.1:0
module_path /usr/lib/baresip/modules
module g711.so
module_tmp account.so
module_app menu.so
module_app ctrl_tcp.so
`;

/** One message of the caller; all of a call have one branch, as CANCEL and ACK want it. */
const message = (method: string, uri: string, to: string, branch = '') => `<![CDATA[
${method} ${uri} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=z9hG4bK[pid][call_number]${branch}
From: "Bäckerei" <sip:03023125101@office>;tag=[pid][call_number]
${to}
${branch === '' ? '' : '[routes]\n'}Call-ID: [call_id]
CSeq: ${branch === 'bye' ? 2 : 1} ${method}
Contact: <sip:03023125101@[local_ip]:[local_port]>
Max-Forwards: 70
Content-Length: 0

]]>`;
const scenario = (steps: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><scenario name="caller">${steps}</scenario>`;
const invite = (
  uri: string,
) => `<send retrans="500">${message('INVITE', uri, `To: <${uri}>`)}</send>
<recv response="100" optional="true"/>`;
const RINGS = '<recv response="180"/>';
const givesUp = (uri: string) => `${RINGS}
<send retrans="500">${message('CANCEL', uri, `To: <${uri}>`)}</send>
<recv response="200"/>
<recv response="487"/>
<send>${message('ACK', uri, '[last_To:]')}</send>`;
const [CALL, CALL_IN_ROUNDS] = [`sip:${GROUP}@office`, `sip:${ROUNDS}@office`];

const PARTS = {
  /** As soon as it rings. */
  'gives up': scenario(invite(CALL) + givesUp(CALL)),
  'gives up in the second round': scenario(
    invite(CALL_IN_ROUNDS) + RINGS + givesUp(CALL_IN_ROUNDS),
  ),
  /** As soon as somebody answers; and hangs up again. */
  talks: scenario(`${invite(CALL)}
<recv response="180" optional="true"/>
<recv response="200" rrs="true"/>
<send>${message('ACK', '[next_url]', '[last_To:]', 'ack')}</send>
<send retrans="500">${message('BYE', '[next_url]', '[last_To:]', 'bye')}</send>
<recv response="200"/>`),
};

const told = (status: string, more = '') => `<send><![CDATA[
SIP/2.0 ${status}
[last_Via:]
[last_Record-Route:]
[last_From:]
[last_To:];tag=[pid]
[last_Call-ID:]
[last_CSeq:]
Contact: <sip:29@[local_ip]:[local_port]>
${more}
]]></send>`;
const EMPTY = 'Content-Length: 0\n';
const again = (status: string) => told(status, EMPTY).replace('[last_To:];tag=[pid]', '[last_To:]');
const TALK = `Content-Type: application/sdp
Content-Length: [len]

v=0
o=phone 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [local_ip]
t=0 0
m=audio 9 RTP/AVP 8
a=inactive
`;
const asked = (method: string) => `<recv request="${method}" rrs="true"/>`;
const picksUp = asked('INVITE') + told('180 Ringing', EMPTY) + told('200 OK', TALK) + asked('ACK');
const refuses = (status: string) => scenario(asked('INVITE') + told(status, EMPTY) + asked('ACK'));
const refers = (status: string) =>
  scenario(picksUp + asked('REFER') + again(status) + asked('BYE') + again('200 OK'));

const TELEPHONES = {
  'is busy': refuses('486 Busy Here'),
  rejects: refuses('603 Decline'),
  'is not there': refuses('480 Temporarily Unavailable'),
  'knows no REFER': refers('501 Not Implemented'),
  'takes no REFER': refers('603 Decline'),
};
