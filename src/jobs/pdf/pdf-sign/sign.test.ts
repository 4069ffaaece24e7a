import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runJob } from '../../../../tests/support/run-job.ts';
import { makeCertificate } from '../../../../tests/support/servers/certificate.ts';
import {
  startTimestampServer,
  type TimestampServer,
} from '../../../../tests/support/servers/timestamp-server.ts';
import { job as verifyJob } from '../pdf-verify/job.ts';
import { run as verify } from '../pdf-verify/run.ts';
import { changedPart, drawnPage } from '../testing/drawn.ts';
import { testFolder } from '../testing/folder.ts';
import { makePdf } from '../testing/make-pdf.ts';
import { check, outline } from '../testing/read-pdf.ts';
import { sample } from '../testing/sample.ts';
import { job } from './job.ts';
import { run } from './run.ts';

const at = testFolder();
const grace = { certificate: makeCertificate('Grace Hopper') };
const ada = {
  certificate: makeCertificate('Ada Łovelace', { key: 'rsa', password: 'secret' }),
  certificatePassword: 'secret',
};
const box = { page: 1, x: 20, y: 30, width: 100, height: 40 };

async function sign(file: string, output: string, options: object): Promise<string> {
  await using made = await runJob(job, run, file, { ...options });
  await writeFile(at(output), await readFile(made.outputs[0]!.path));
  return at(output);
}

interface Signature {
  status: string;
  signer: string;
  reason?: string;
  changesAfter: string;
  timestamp?: string;
}
async function readSignatures(file: string): Promise<Signature[]> {
  await using made = await runJob(verifyJob, verify, file);
  return JSON.parse(await readFile(made.outputs[0]!.path, 'utf8')).signatures;
}

/** The verdicts of Poppler, which uses another library. */
const askPoppler = (file: string) => {
  const output = execFileSync('pdfsig', ['-nocert', file], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return [...output.matchAll(/Signature Validation: (.*)/g)].map(([, verdict]) => verdict);
};
const valid = 'Signature is Valid.';

let plain: string;
let once: string;
let twice: string;
let time: TimestampServer;
afterAll(() => time.close());
beforeAll(async () => {
  time = await startTimestampServer();
  plain = await makePdf(at('plain.pdf'), sample);
  once = await sign(plain, 'once.pdf', { ...ada, reason: 'I agree – wirklich', box });
  twice = await sign(once, 'twice.pdf', grace);
});

describe('pdf-sign and pdf-verify', () => {
  it('sign visibly, which Poppler confirms, and change nothing else', async () => {
    await check(once);
    expect(askPoppler(once)).toEqual([valid]);
    expect(await readSignatures(once)).toMatchObject([
      {
        status: 'valid',
        signer: 'Ada Łovelace',
        reason: 'I agree – wirklich',
        changesAfter: 'none',
        level: 'B-B',
      },
    ]);
    expect(await outline(once)).toEqual(await outline(plain));
    expect((await readFile(once)).subarray(0, (await readFile(plain)).length)).toEqual(await readFile(plain));
    const [before, after] = [await drawnPage(plain, 1, 72), await drawnPage(once, 1, 72)];
    const part = changedPart(before, after);
    expect(part.x * before.width).toBeCloseTo(box.x + box.width / 2, -1);
    expect(part.y * before.height).toBeCloseTo(box.y + box.height / 2, -1);
  });

  it('add a second signature while the first stays valid', async () => {
    expect(askPoppler(twice)).toEqual([valid, valid]);
    expect(await readSignatures(twice)).toMatchObject([
      { status: 'valid', signer: 'Ada Łovelace', changesAfter: 'additions' },
      { status: 'valid', signer: 'Grace Hopper', changesAfter: 'none' },
    ]);
  });

  it('sign files with compressed object streams, and encrypted ones', async () => {
    execFileSync('qpdf', ['--object-streams=generate', plain, at('compressed.pdf')]);
    execFileSync('qpdf', ['--encrypt', 'x', 'x', '256', '--', plain, at('locked.pdf')]);
    const opened = await sign(at('locked.pdf'), 'opened.pdf', { ...grace, password: 'x' });
    for (const file of [await sign(at('compressed.pdf'), 'packed.pdf', grace), opened]) {
      await check(file);
      expect(askPoppler(file)).toEqual([valid]);
      expect(await readSignatures(file)).toMatchObject([{ status: 'valid' }]);
    }
  });

  it('detect a changed byte, and content replaced after signing', async () => {
    const bytes = await readFile(twice);
    const flipped = Buffer.from(bytes);
    flipped[bytes.indexOf('/MediaBox') + 11]! ^= 1;
    await writeFile(at('flipped.pdf'), flipped);
    expect((await readSignatures(at('flipped.pdf'))).map(({ status }) => status)).toEqual([
      'invalid',
      'invalid',
    ]);

    // A page with other content, added as signatures and form values are.
    const text = bytes.toString('latin1');
    const place = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)![1]);
    const [, id, page] = /\n(\d+) 0 obj\n(<< (?:(?!endobj)[\s\S])*\/Type \/Page [\s\S]*?)\nendobj/.exec(
      text,
    )!;
    const object = `${id} 0 obj\n${page!.replace('/Type /Page', '/Rotate 90 /Type /Page')}\nendobj\n`;
    const table = `xref\n${id} 1\n${String(bytes.length).padStart(10, '0')} 00000 n \n`;
    const root = /\/Root (\d+) 0 R/.exec(text)![1];
    const end = `trailer\n<< /Root ${root} 0 R /Size 99 /Prev ${place} >>\nstartxref\n${bytes.length + object.length}\n%%EOF\n`;
    await writeFile(at('replaced.pdf'), Buffer.concat([bytes, Buffer.from(object + table + end, 'latin1')]));
    expect(await readSignatures(at('replaced.pdf'))).toMatchObject([
      { status: 'invalid', changesAfter: 'content' },
      { status: 'invalid', changesAfter: 'content' },
    ]);
  });

  it('add a timestamp from the first server that answers, and detect a token of another signature', async () => {
    const closed = 'http://127.0.0.1:9/';
    await using made = await runJob(
      job,
      run,
      once,
      { ...grace, timestamp: true },
      { timestampServers: [closed, time.url] },
    );
    const { path } = made.outputs[0]!;
    expect(made.engines).toContain('timestamp-server');
    expect(askPoppler(path)).toEqual([valid, valid]);
    const [, stamped] = await readSignatures(path);
    expect(stamped).toMatchObject({
      status: 'valid',
      level: 'B-T',
      timestampServer: 'Common Name: Time of the test',
    });
    expect(Math.abs(Date.parse(stamped!.timestamp!) - Date.now())).toBeLessThan(3_600_000);

    // OpenSSL confirms the token for the bytes of the signature.
    const bytes = await readFile(path);
    const contents = /.*\/Contents <([0-9a-f]+)>/s.exec(bytes.toString('latin1'))![1]!;
    await writeFile(at('signature.der'), Buffer.from(contents, 'hex'));
    const parsed = execFileSync('openssl', ['asn1parse', '-inform', 'DER', '-in', at('signature.der')], {
      encoding: 'utf8',
    });
    expect(parsed).toContain('id-smime-aa-timeStampToken');

    // The digest in the token is altered, as in a token that belongs to another signature.
    const mark = Buffer.from('300d06096086480165030402010500' + '0420', 'hex').toString('hex');
    const token = contents.indexOf(mark, contents.indexOf('060b2a864886f70d0109100104'));
    const place = bytes.lastIndexOf(contents) + token + mark.length;
    bytes[place] = bytes[place] === 0x30 ? 0x31 : 0x30;
    await writeFile(at('borrowed.pdf'), bytes);
    expect((await readSignatures(at('borrowed.pdf')))[1]).toMatchObject({
      level: 'B-B',
      timestampProblem: expect.any(String),
    });
  });

  it('fail if no timestamp server answers', async () => {
    const signing = runJob(
      job,
      run,
      plain,
      { ...grace, timestamp: true },
      { timestampServers: ['http://127.0.0.1:9/'] },
    );
    await expect(signing).rejects.toMatchObject({ id: 'timestamp_unavailable' });
  });

  it('list no signatures if there are none', async () => {
    expect(await readSignatures(plain)).toEqual([]);
  });

  it.each([
    [{ ...ada, certificatePassword: 'wrong' }, 'certificate_locked'],
    [{ certificate: 'bm90aGluZw==' }, 'certificate_unreadable'],
    [{ ...grace, box: { ...box, page: 99 } }, 'box_page_missing'],
    [{ ...grace, box: { ...box, x: 5000 } }, 'box_outside'],
  ])('refuse invalid options %# with %s', async (options, id) => {
    await expect(runJob(job, run, plain, options)).rejects.toMatchObject({ id });
  });
});
