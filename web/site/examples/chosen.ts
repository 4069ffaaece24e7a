import { readBase64 } from './base64.ts';

/** The request that a job type's page shows, and whose result stands beside it. */
export interface Example {
  /** Files of `inputs`, in the order of the job type's roles. */
  inputs: readonly string[];
  options: Readonly<Record<string, unknown>>;
  /** The name of the result: a file, or a ZIP file of several. */
  output: string;
  /** The result is several files. */
  isMany: boolean;
}

/** Examples that show more than the defaults do. All other job types get one made from their declaration. */
export const chosenExamples: Readonly<Record<string, Partial<Example>>> = {
  'image-resize': { options: { width: 160 }, output: 'small.jpg' },
  'image-convert': { options: { outputFormat: 'webp', quality: 70 } },
  'image-compress': { options: { targetBytes: 12_000 } },
  'image-edit': {
    options: {
      operations: [{ type: 'crop', left: 60, top: 20, width: 240, height: 200 }, { type: 'grayscale' }],
    },
    output: 'detail.jpg',
  },
  thumbnail: { inputs: ['report.pdf'], options: { outputFormat: 'webp', width: 200, height: 200 } },
  'document-convert': { inputs: ['letter.docx'], options: { outputFormat: 'pdf' } },
  'document-extract': { inputs: ['report.pdf'], options: { outputFormat: 'md' } },
  'pdf-tables': { inputs: ['report.pdf'], options: { outputFormat: 'csv' } },
  'html-to-pdf': { inputs: ['report.html'], options: { pageSize: 'a5' } },
  'html-to-image': { inputs: ['report.html'], options: { outputFormat: 'webp', width: 480, height: 320 } },
  'pdf-attachments': { inputs: ['report.pdf', 'orders.csv'], options: { action: 'add' } },
  'pdf-bookmarks': {
    inputs: ['report.pdf'],
    options: {
      action: 'set',
      bookmarks: [
        { title: 'Sales', page: 1 },
        { title: 'Outlook', page: 2 },
      ],
    },
  },
  'pdf-barcode': { inputs: ['code.png'], options: {} },
  'pdf-extract': { inputs: ['report.pdf'], options: { pages: '2' }, output: 'second.pdf' },
  'pdf-remove': { inputs: ['report.pdf'], options: { pages: '2' } },
  'pdf-reorder': { inputs: ['report.pdf'], options: { pages: '2,1' } },
  'pdf-rotate': { inputs: ['report.pdf'], options: { angle: 90 } },
  'pdf-split': { inputs: ['report.pdf'], options: { mode: 'every', every: 1 } },
  'pdf-watermark': { inputs: ['report.pdf'], options: { text: 'Draft' } },
  'pdf-number': { inputs: ['report.pdf'], options: { position: 'bottom-right' } },
  'pdf-sign': {
    inputs: ['report.pdf'],
    options: {
      certificate: readBase64('signer.p12'),
      certificatePassword: 'secret',
      reason: 'I approve this report',
    },
    output: 'signed.pdf',
  },
  'pdf-verify': { inputs: ['signed.pdf'] },
  'pdf-stamp': { inputs: ['report.pdf', 'code.png'], options: { position: 'bottom-right', scale: 0.25 } },
  'pdf-compare': { inputs: ['report.pdf', 'revised.pdf'] },
  'file-compare': { inputs: ['revised.pdf', 'report.pdf'] },
  'pdf-images': { inputs: ['photo.pdf'] },
  'pdf-invoice': {
    inputs: ['report.pdf', 'invoice.xml'],
    options: { action: 'attach' },
    output: 'invoice.pdf',
  },
  'pdf-form': { inputs: ['form.pdf'], options: { action: 'fill', values: { name: 'Ada Lovelace' } } },
  'pdf-flatten': { inputs: ['form.pdf'], options: {} },
  'pdf-metadata': { inputs: ['report.pdf'], options: { title: 'Quarterly report', author: 'Ada Lovelace' } },
  'pdf-recolor': { inputs: ['photo.pdf'], options: { mode: 'grayscale' }, output: 'grey.pdf' },
  'pdf-redact': { inputs: ['report.pdf'], options: { terms: ['Ada Lovelace'] } },
  'pdf-unlock': { inputs: ['locked.pdf'], options: { password: 'secret' }, output: 'open.pdf' },
  'pdf-repair': { inputs: ['damaged.pdf'], output: 'repaired.pdf' },
  'pdf-layout': { inputs: ['report.pdf'], options: { mode: 'nup', perSheet: 2 } },
  'pdf-to-image': { inputs: ['report.pdf'], options: { format: 'webp', dpi: 60 } },
  'pdf-merge': { inputs: ['report.pdf', 'form.pdf'], output: 'both.pdf' },
  'archive-create': { inputs: ['orders.csv', 'photo.jpg'], output: 'both.zip' },
  'archive-extract': { inputs: ['files.zip'], output: 'extracted.zip' },
  'audio-convert': { inputs: ['voice.opus'], options: { outputFormat: 'mp3', bitrate: 32 } },
  'audio-waveform': { inputs: ['voice.opus'], options: { outputFormat: 'png', width: 480, height: 120 } },
  'font-convert': { inputs: ['marks.ttf'], options: { outputFormat: 'woff2' } },
  'subtitle-convert': { inputs: ['film.srt'], options: { outputFormat: 'vtt', shift: 2 } },
  'subtitle-extract': { inputs: ['film.mkv'], options: { outputFormat: 'srt' } },
  'video-convert': { inputs: ['film.mp4'], options: { outputFormat: 'gif', width: 120, fps: 5, end: 2 } },
  'video-thumbnail': { inputs: ['film.mp4'], options: { outputFormat: 'jpeg', at: [1] } },
  ocr: { inputs: ['scan.png'], options: { outputFormat: 'txt' } },
  'speech-to-text': { inputs: ['voice.opus'], options: { outputFormat: 'srt' } },
  'voice-isolation': { inputs: ['song.opus'], options: { outputFormat: 'mp3' } },
  'stem-separation': { inputs: ['song.opus'], options: { outputFormat: 'mp3' } },
  'image-upscale': { inputs: ['small.jpg'], options: {} },
};
