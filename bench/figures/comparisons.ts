import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import sharp from 'sharp';
import { exchange } from '../client.ts';
import { pdfWithOutline } from '../pdf.ts';
import type { InputFile } from '../servers/server.ts';
import { convertCold, wordDocument } from '../word.ts';
import type { Comparison } from './compare.ts';
import { makeCsv, makePhoto, makeSound } from './inputs.ts';

const execute = promisify(execFile);
const cores = availableParallelism();
/** More than there are cores, like real callers: one uploads while another is served. */
const busy = 4 * cores;
const page = fileURLToPath(new URL('../../web/site/examples/inputs/report.html', import.meta.url));

/** Runs a program, as many at a time as there are cores. */
const program = (name: string, command: string, args: (lane: number) => string[]) => {
  let calls = 0;
  return { name, lanes: cores, run: () => execute(command, args(calls++ % (4 * cores))) };
};

function keep(folder: string, file: InputFile): string {
  const path = join(folder, file.filename);
  writeFileSync(path, file.bytes);
  return path;
}

/** The same call that the job type makes. */
export const resizeBare = (bytes: Buffer, width: number): Promise<Buffer> =>
  sharp(bytes, { sequentialRead: true }).autoOrient().resize({ width }).jpeg({ quality: 82 }).toBuffer();

async function compareImages(): Promise<Comparison[]> {
  const [tiny, photo] = [await makePhoto(64, 48), await makePhoto(2000, 1500)];
  const jpeg = '\xff\xd8';
  return [
    {
      id: 'tiny-image',
      title: 'image of 64 × 48 pixels, one caller, p50',
      work: { files: [tiny], startsWith: jpeg, filemill: 'run/image-resize?width=32' },
      callers: 1,
      measures: 'time',
      bare: [{ name: 'sharp', lanes: 1, run: () => resizeBare(tiny.bytes, 32) }],
      goal: '≤ 10 ms',
    },
    {
      id: 'photo',
      title: 'photo of 3 MP to 800 pixels',
      work: { files: [photo], startsWith: jpeg, filemill: 'run/image-resize?width=800' },
      callers: busy,
      measures: 'rate',
      bare: [{ name: 'sharp', lanes: cores, run: () => resizeBare(photo.bytes, 800) }],
      goal: '≥ 80 %',
    },
    {
      id: 'webp',
      title: 'photo of 3 MP to WebP',
      work: { files: [photo], startsWith: 'RIFF', filemill: 'convert/webp', convertx: 'webp,vips' },
      callers: busy,
      measures: 'rate',
      bare: [
        {
          name: 'sharp with its default effort',
          lanes: cores,
          run: () => sharp(photo.bytes).autoOrient().webp().toBuffer(),
        },
      ],
    },
  ];
}

async function compareDocuments(folder: string): Promise<Comparison[]> {
  const docx = await wordDocument(folder, 5);
  const word = {
    filename: 'report.docx',
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    bytes: readFileSync(docx),
  };
  const html = { filename: 'index.html', contentType: 'text/html', bytes: readFileSync(page) };
  const parts = Array.from({ length: 20 }, (_, i) => ({
    filename: `${String(i).padStart(2, '0')}.pdf`,
    contentType: 'application/pdf',
    bytes: pdfWithOutline(20, `Part ${i + 1}`),
  }));
  const paths = parts.map(part => keep(folder, part));
  let lane = 0;
  return [
    {
      id: 'word',
      title: 'Word document of six pages to PDF',
      work: {
        files: [word],
        startsWith: '%PDF',
        filemill: 'convert/pdf',
        gotenberg: { route: '/forms/libreoffice/convert' },
        convertx: 'pdf,libreoffice',
      },
      callers: 2 * cores,
      measures: 'rate',
      bare: [
        {
          name: 'a LibreOffice per file',
          lanes: cores,
          run: () => convertCold(docx, folder, lane++ % cores),
        },
      ],
      goal: '≥ 180 %',
    },
    {
      id: 'page',
      title: 'web page to PDF',
      work: {
        files: [html],
        startsWith: '%PDF',
        filemill: 'run/html-to-pdf',
        gotenberg: { route: '/forms/chromium/convert/html' },
      },
      callers: 2 * cores,
      measures: 'rate',
      bare: [
        program('a Chromium per page', 'chromium-headless-shell', n => [
          ...['--no-sandbox', '--disable-gpu', `--user-data-dir=${join(folder, `browser-${n}`)}`],
          ...[`--print-to-pdf=${join(folder, `page-${n}.pdf`)}`, page],
        ]),
      ],
    },
    {
      id: 'merge',
      title: 'merge of 20 PDFs, 400 pages, with bookmarks, one caller',
      work: {
        files: parts,
        startsWith: '%PDF',
        filemill: 'run/pdf-merge',
        gotenberg: { route: '/forms/pdfengines/merge' },
      },
      callers: 1,
      measures: 'time',
      bare: [
        {
          ...program('qpdf without bookmarks', 'qpdf', n => [
            ...['--empty', '--pages', ...paths, '--', join(folder, `merged-${n}.pdf`)],
          ]),
          lanes: 1,
        },
      ],
    },
  ];
}

async function compareData(folder: string): Promise<Comparison[]> {
  const csv = makeCsv(200_000);
  const path = keep(folder, csv);
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '400MB', threads: '2' });
  const connection = await instance.connect();
  const target = join(folder, 'bare.parquet');
  const copy = `COPY (SELECT * FROM read_csv('${path}')) TO '${target}' (FORMAT parquet, COMPRESSION zstd)`;
  const sound = makeSound(folder, 20);
  const soundPath = keep(folder, sound);
  return [
    {
      id: 'parquet',
      title: `CSV of ${(csv.bytes.length / 1e6).toFixed(0)} MB to Parquet, one caller`,
      work: { files: [csv], startsWith: 'PAR1', filemill: 'convert/parquet' },
      callers: 1,
      measures: 'time',
      bare: [{ name: 'DuckDB', lanes: 1, run: () => connection.run(copy) }],
    },
    {
      id: 'mp3',
      title: 'sound of 20 s to MP3, one caller',
      work: { files: [sound], startsWith: 'ID3', filemill: 'convert/mp3', convertx: 'mp3,ffmpeg' },
      callers: 1,
      measures: 'time',
      bare: [
        {
          ...program('FFmpeg', 'ffmpeg', n => [
            ...['-nostdin', '-v', 'error', '-y', '-i', soundPath],
            ...['-c:a', 'libmp3lame', '-q:a', '2', join(folder, `bare-${n}.mp3`)],
          ]),
          lanes: 1,
        },
      ],
    },
  ];
}

/** Lists everything that is compared. `insertUrl` is a route that only commits an insert. */
export async function listComparisons(folder: string, insertUrl: string): Promise<Comparison[]> {
  sharp.concurrency(1);
  const tiny = makeCsv(2);
  return [
    {
      id: 'tiny',
      title: 'CSV of two rows to JSON',
      work: { files: [tiny], startsWith: '[', filemill: 'convert/json' },
      callers: busy,
      measures: 'rate',
      bare: [
        {
          name: 'Fastify and a committed insert',
          lanes: busy,
          run: () => exchange('POST', insertUrl, { 'content-type': 'text/plain' }, tiny.bytes),
        },
      ],
      goal: '≥ 14 %',
    },
    ...(await compareImages()),
    ...(await compareDocuments(folder)),
    ...(await compareData(folder)),
  ];
}
