import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';
import { makeForm } from './form.ts';
import { drawPreview } from './preview.ts';
import { runCommand } from './run-command.ts';

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
export const inputFolder = at('inputs');
const input = (name: string): string => `${inputFolder}/${name}`;
const harbour = at('../../public/samples/harbour.jpg');

const filemill = (command: string) => () => runCommand(`filemill ${command}`, inputFolder);
const ffmpeg = (...args: string[]): void =>
  void execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args], { cwd: inputFolder });

/** Runs openssl commands that make a certificate with its key, valid for ten years. */
function makeCertificate(): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: inputFolder, stdio: 'pipe' });
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '3650'];
  const files = ['-keyout', 'signer.key', '-out', 'signer.pem'];
  openssl('req', '-x509', '-nodes', ...kind, ...files, '-subj', '/CN=Ada Lovelace');
  const pair = ['-inkey', 'signer.key', '-in', 'signer.pem'];
  openssl('pkcs12', '-export', ...pair, '-passout', 'pass:secret', '-out', 'signer.p12');
  for (const name of ['signer.key', 'signer.pem']) rmSync(input(name));
}

/** Speaks two sentences with eSpeak NG, which only a new recording needs. */
function speak(): void {
  const words = 'The harbour was quiet this morning. Two boats came in before nine.';
  const wave = execFileSync('espeak-ng', ['-v', 'en-gb', '-s', '140', '--stdout', words]);
  writeFileSync(input('voice.wav'), wave);
  ffmpeg('-i', 'voice.wav', '-c:a', 'libopus', '-b:a', '24k', 'voice.opus');
  rmSync(input('voice.wav'));
}

/** Mixes the voice with a chord, a bass and a beat. */
const mixSong = (): void => {
  const tone = (hertz: number, volume: number) => [
    ...['-f', 'lavfi', '-i', `sine=f=${hertz}:d=5,volume=${volume}`],
  ];
  const beat = `aevalsrc='0.6*(random(0)*2-1)*exp(-30*mod(t,0.5))':d=5`;
  const sources = ['-i', 'voice.opus', ...tone(262, 0.2), ...tone(330, 0.2), ...tone(65, 0.6)];
  ffmpeg(
    ...[...sources, '-f', 'lavfi', '-i', beat],
    ...['-filter_complex', 'amix=inputs=5:normalize=0', '-ac', '2', '-ar', '48000'],
    // It is short, so that the separated stems are small enough for the repository.
    ...['-t', '2.5', '-c:a', 'libopus', '-b:a', '48k', 'song.opus'],
  );
};

/** Draws a QR code, black on white. */
async function drawCode(): Promise<void> {
  const wasm = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm) }, fireImmediately: true });
  const { image } = await writeBarcode('https://example.com/orders/41', { format: 'QRCode', scale: 5 });
  await sharp(await image!.arrayBuffer())
    .flatten({ background: '#fff' })
    .toFile(input('code.png'));
}

/** Draws the report as a scanner would: grey, slightly turned and a little blurred. */
async function scan(): Promise<void> {
  const page = execFileSync('pdftoppm', ['-r', '110', '-f', '1', '-l', '1', '-png', input('report.pdf')]);
  const image = sharp(page).grayscale().rotate(0.7, { background: 'white' }).blur(0.6);
  const turned = await image.toBuffer();
  await sharp(turned)
    .extract({ left: 20, top: 20, width: 860, height: 420 })
    .png({ colours: 16 })
    .toFile(input('scan.png'));
}

/** The inputs that are made from other files, in the order in which they need each other. */
const makers: Readonly<Record<string, () => unknown>> = {
  'photo.jpg': () => sharp(harbour).resize(400).jpeg({ quality: 80 }).toFile(input('photo.jpg')),
  'small.jpg': () => sharp(harbour).resize(96).jpeg({ quality: 85 }).toFile(input('small.jpg')),
  'report.pdf': filemill('convert report.html --to pdf'),
  'revised.pdf': () => {
    const text = readFileSync(input('report.html'), 'utf8')
      .replace('12,915', '13,400')
      .replace('a fifth', 'a quarter');
    writeFileSync(input('revised.html'), text);
    filemill('convert revised.html --to pdf')();
    rmSync(input('revised.html'));
  },
  'photo.pdf': filemill('convert photo.jpg --to pdf'),
  'letter.docx': filemill('convert ../../../public/samples/letter.md --to docx -o letter.docx'),
  'form.pdf': () => writeFileSync(input('form.pdf'), makeForm()),
  // Without its end, a PDF has no table of its objects.
  'damaged.pdf': () =>
    writeFileSync(input('damaged.pdf'), readFileSync(input('report.pdf')).subarray(0, -500)),
  'locked.pdf': filemill('run pdf-protect report.pdf --user-password secret -o locked.pdf'),
  'signer.p12': makeCertificate,
  'signed.pdf': filemill(
    'run pdf-sign report.pdf --certificate signer.p12 --certificate-password secret -o signed.pdf',
  ),
  'files.zip': filemill('run archive-create orders.csv photo.jpg --to zip -o files.zip'),
  'code.png': drawCode,
  'scan.png': scan,
  'marks.ttf': () => execFileSync('/usr/bin/python3', [at('make-font.py'), input('marks.ttf')]),
  'voice.opus': speak,
  'song.opus': mixSong,
  'film.mp4': () =>
    ffmpeg(
      ...['-loop', '1', '-i', harbour, '-t', '4', '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-crf', '32'],
      ...[
        '-vf',
        `scale=640:-2,zoompan=z='1+on/200':d=1:s=320x200:fps=12`,
        '-movflags',
        '+faststart',
        'film.mp4',
      ],
    ),
  'film.mkv': () =>
    ffmpeg('-i', 'film.mp4', '-i', 'film.srt', '-c', 'copy', '-metadata:s:s:0', 'language=eng', 'film.mkv'),
};

/** Documents that nobody can open as they are. */
const withoutPreview = new Set(['locked.pdf', 'damaged.pdf']);

/** Makes the inputs that are missing. */
export async function makeInputs(): Promise<void> {
  for (const [name, make] of Object.entries(makers)) {
    if (existsSync(input(name))) continue;
    await make();
    if (name.endsWith('.pdf') && !withoutPreview.has(name)) await drawPreview(input(name));
  }
}
