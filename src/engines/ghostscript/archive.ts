import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../contract/failure.ts';
import { type GhostscriptOptions, writePdf } from './program.ts';

// The profile comes with Ghostscript itself.
const profile = '/usr/share/color/icc/ghostscript/srgb.icc';

/**
 * PostScript that embeds the profile and names it as output intent, which tells the colours that the document's numbers
 * mean.
 */
const outputIntent = `%!
[/_objdef {icc_PDFA} /type /stream /OBJ pdfmark
[{icc_PDFA} << /N 3 >> /PUT pdfmark
[{icc_PDFA} (${profile}) (r) file /PUT pdfmark
[/_objdef {OutputIntent_PDFA} /type /dict /OBJ pdfmark
[{OutputIntent_PDFA} << /Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile {icc_PDFA} /OutputConditionIdentifier (sRGB) /Info (sRGB IEC61966-2.1) >> /PUT pdfmark
[{Catalog} << /OutputIntents [ {OutputIntent_PDFA} ] >> /PUT pdfmark
`;

/** The message for coordinates that PDF/A-1 does not allow: Ghostscript moves what is drawn there. */
const isClamped = /co-ordinate outside valid range/;

/** Writes a document as PDF/A-1b, 2b or 3b: fonts embedded, colours in sRGB or grey; what the standard forbids is left out. */
export async function archiveDocument(
  input: string,
  output: string,
  options: GhostscriptOptions & { part: 1 | 2 | 3; isGrey?: boolean; onPage?: (page: number) => void },
): Promise<void> {
  const definition = join(options.dir, 'output-intent.ps');
  await writeFile(definition, outputIntent);
  const args = [
    `-dPDFA=${options.part}`,
    '-dPDFACompatibilityPolicy=1',
    ...(options.isGrey
      ? ['-sColorConversionStrategy=Gray', '-dProcessColorModel=/DeviceGray']
      : ['-sColorConversionStrategy=RGB']),
    '-dAutoRotatePages=/None',
    `--permit-file-read=${profile}`,
  ];
  const onStdout = (text: string) => {
    for (const [, page] of text.matchAll(/^Page (\d+)$/gm)) options.onPage?.(Number(page));
  };
  const said = await writePdf(args, input, output, { ...options, before: [definition], onStdout });
  if (isClamped.test(said)) throw new JobFailure('drawing_too_large', said.slice(-2000));
}
