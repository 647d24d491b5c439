import { execFileSync } from 'node:child_process';

/** A certificate for localhost that is signed by nobody, with `name` in it. @needs openssl */
export function selfSigned(
  name: string,
  files: { cert: string; key: string },
  hosts = 'IP:127.0.0.1,DNS:localhost',
): void {
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2']
      .concat(['-subj', `/CN=${name}`, '-addext', `subjectAltName=${hosts}`])
      .concat(['-keyout', files.key, '-out', files.cert]),
    { stdio: 'ignore' },
  );
}
