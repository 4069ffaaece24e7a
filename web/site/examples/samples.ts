import type { FormatId } from '../../../src/formats/formats.ts';

/** The files in `inputs`, which `make.ts` makes. A job type without an example of its own gets the first that it accepts. */
export const sampleFiles: readonly { name: string; format: FormatId }[] = [
  { name: 'photo.jpg', format: 'jpeg' },
  { name: 'report.pdf', format: 'pdf' },
  { name: 'letter.docx', format: 'docx' },
  { name: 'orders.csv', format: 'csv' },
  { name: 'report.html', format: 'html' },
  { name: 'film.mp4', format: 'mp4' },
  { name: 'film.srt', format: 'srt' },
  { name: 'voice.opus', format: 'opus' },
  { name: 'files.zip', format: 'zip' },
];
