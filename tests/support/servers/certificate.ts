import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a self-signed certificate with its key: a PKCS#12 file in base64. */
export function makeCertificate(
  name: string,
  { key = 'ec', password = '', days = 30 }: { key?: 'ec' | 'rsa'; password?: string; days?: number } = {},
): string {
  const dir = mkdtempSync(join(tmpdir(), 'filemill-certificate-'));
  try {
    const kind = key === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256'] : ['rsa:2048'];
    const run = (...args: string[]) => execFileSync('openssl', args, { cwd: dir, stdio: 'pipe' });
    const subject = ['-utf8', '-subj', `/CN=${name}`, '-days', String(days)];
    run('req', '-x509', '-nodes', '-newkey', ...kind, '-keyout', 'key', '-out', 'certificate', ...subject);
    run(
      'pkcs12',
      '-export',
      '-inkey',
      'key',
      '-in',
      'certificate',
      '-passout',
      `pass:${password}`,
      '-out',
      'p12',
    );
    return readFileSync(join(dir, 'p12')).toString('base64');
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
