import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Program, temporaryFolder } from '../../../../e2e/support/service.ts';

/** What all telephones of the office register with. */
export const PASSWORD = 'geheim für alle';
/** Rings at 620 and 621. */
export const GROUP = '600';

async function freePort(): Promise<number> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}

/** An office with a real registrar: Kamailio, which rings at all telephones of a group at once. @needs sip */
export class SipOffice {
  readonly port: number;
  readonly #folder = temporaryFolder();
  readonly #kamailio: Program;

  private constructor(port: number) {
    this.port = port;
    const file = join(this.#folder, 'kamailio.cfg');
    writeFileSync(file, kamailio(port));
    this.#kamailio = new Program('/usr/sbin/kamailio', [
      ...['-DD', '-E', '-m', '16', '-M', '8', '-f', file, '-w', this.#folder, '-Y', this.#folder],
    ]);
  }

  static async open(): Promise<SipOffice> {
    const office = new SipOffice(await freePort());
    await office.says('office is open');
    return office;
  }

  async says(words: string): Promise<void> {
    await expect.poll(() => this.#kamailio.stderr).toContain(words);
  }

  /** Somebody at another telephone who picks up at once: baresip. */
  async colleague(user: string): Promise<void> {
    const folder = temporaryFolder();
    writeFileSync(
      join(folder, 'accounts'),
      `<sip:${user}@127.0.0.1:${this.port};transport=udp>;auth_user=${user};auth_pass="${PASSWORD}";answermode=auto;regint=60\n`,
    );
    writeFileSync(join(folder, 'contacts'), '');
    writeFileSync(join(folder, 'config'), BARESIP);
    new Program('/usr/bin/baresip', ['-f', folder]);
    await this.says(`registered ${user}`);
  }

  /** Somebody outside who calls the group: sipp, until its part is played. */
  async caller(gives: 'up' | 'talks'): Promise<void> {
    const file = join(this.#folder, `${gives}.xml`);
    writeFileSync(file, gives === 'up' ? GIVES_UP : TALKS);
    const { outcome } = new Program('/usr/bin/sipp', [
      ...[`127.0.0.1:${this.port}`, '-sf', file, '-i', '127.0.0.1', '-p', `${await freePort()}`],
      ...['-m', '1', '-nostdin', '-timeout', '300'],
    ]);
    const { code, stdout, stderr } = await outcome;
    expect(code, stdout + stderr).toBe(0);
  }
}

/** Keeps its telephones in memory. */
const kamailio = (port: number) => `
debug=2
log_stderror=yes
children=1
disable_tcp=yes
auto_aliases=no
listen=udp:127.0.0.1:${port}
${['corex', 'tm', 'sl', 'pv', 'usrloc', 'registrar', 'auth', 'xlog']
  .map((name) => `loadmodule "${name}.so"`)
  .join('\n')}
modparam("usrloc", "db_mode", 0)
event_route[core:worker-one-init] { xlog("L_WARN", "office is open\\n"); }
request_route {
  if ($rm == "REGISTER") {
    if ($fU != "620" && $fU != "621") { sl_send_reply("404", "Not Found"); exit; }
    if (!pv_www_authenticate("office", "${PASSWORD}", "0")) {
      www_challenge("office", "1");
      exit;
    }
    save("location");
    if ($hdr(Expires) == "0") xlog("L_WARN", "unregistered $fU\\n");
    else xlog("L_WARN", "registered $fU\\n");
    exit;
  }
  if ($rm == "INVITE" && $rU == "${GROUP}") {
    $ru = "sip:620@office";
    if (registered("location", "sip:621@office")) append_branch("sip:621@office");
    if (!lookup_branches("location")) { sl_send_reply("480", "Nobody"); exit; }
  }
  if ($rm == "CANCEL" && !t_check_trans()) exit;
  t_relay();
}
`;

/** Without any sound. */
const BARESIP = `
sip_listen 127.0.0.1:0
audio_player none
audio_source ausine,440
audio_alert none
module_path /usr/lib/baresip/modules
module g711.so
module ausine.so
module_tmp account.so
module_app menu.so
`;

/** One message of the caller; all of a call have one branch, as CANCEL and ACK want it. */
const message = (method: string, uri: string, to: string, branch = '') => `<![CDATA[
${method} ${uri} SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=z9hG4bK[pid][call_number]${branch}
From: "Bäckerei" <sip:03023125101@office>;tag=[pid][call_number]
${to}
Call-ID: [call_id]
CSeq: ${branch === 'bye' ? 2 : 1} ${method}
Contact: <sip:03023125101@[local_ip]:[local_port]>
Max-Forwards: 70
Content-Length: 0

]]>`;
const scenario = (steps: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><scenario name="caller">${steps}</scenario>`;
const CALL = `sip:${GROUP}@office`;
const INVITE = `<send retrans="500">${message('INVITE', CALL, `To: <${CALL}>`)}</send>
<recv response="100" optional="true"/>`;

/** As soon as it rings. */
const GIVES_UP = scenario(`${INVITE}
<recv response="180"/>
<send retrans="500">${message('CANCEL', CALL, `To: <${CALL}>`)}</send>
<recv response="200"/>
<recv response="487"/>
<send>${message('ACK', CALL, '[last_To:]')}</send>`);

/** As soon as somebody answers; and hangs up again. */
const TALKS = scenario(`${INVITE}
<recv response="180" optional="true"/>
<recv response="200" rrs="true"/>
<send>${message('ACK', '[next_url]', '[last_To:]', 'ack')}</send>
<send retrans="500">${message('BYE', '[next_url]', '[last_To:]', 'bye')}</send>
<recv response="200"/>`);
