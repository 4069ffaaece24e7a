import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Made } from './make-pdf.ts';
import { sample } from './sample.ts';

const execute = promisify(execFile);

/** A document with every property that a job type must keep, or warn about when it cannot. */
export const rich: Made = {
  ...sample,
  xmp: '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:own="urn:example:own" own:number="case-4711"/></rdf:RDF></x:xmpmeta>',
  hiddenLayers: ['Draft'],
  isTagged: true,
  isSigned: true,
};

export type Property =
  | 'bookmarks'
  | 'links'
  | 'tags'
  | 'form'
  | 'attachments'
  | 'info'
  | 'xmp'
  | 'labels'
  | 'layers'
  | 'signature';

type Objects = Record<
  string,
  { value?: Record<string, unknown>; stream?: { dict: Record<string, unknown>; data?: string } }
>;

/** Tells, by qpdf, which properties of the rich document a result has. */
export async function readProperties(
  path: string,
  password: string,
): Promise<Partial<Record<Property, boolean>>> {
  const { stdout } = await execute(
    'qpdf',
    ['--json=2', '--json-stream-data=inline', '--decode-level=generalized', `--password=${password}`, path],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { qpdf, outlines, acroform, pagelabels, attachments } = JSON.parse(stdout);
  const objects: Objects = qpdf[1];
  const all = Object.values(objects);
  const metadata = all.find(({ stream }) => stream?.dict['/Type'] === '/Metadata')?.stream?.data ?? '';
  const dictionaries = all.map(({ value, stream }) => value ?? stream?.dict ?? {});
  return {
    bookmarks: outlines.length > 0,
    links: stdout.includes('"/Subtype": "/Link"'),
    tags: dictionaries.some(entries => entries['/Type'] === '/StructElem' && entries['/S'] === '/P'),
    form: acroform.fields.some(({ fieldtype }: { fieldtype: string }) => fieldtype === '/Tx'),
    attachments: Object.keys(attachments).length > 0,
    info: dictionaries.some(entries => entries['/Author'] === 'u:Nobody'),
    xmp: Buffer.from(metadata, 'base64').includes('case-4711'),
    labels: pagelabels.some(({ label }: { label: Record<string, unknown> }) => label['/S'] === '/r'),
    layers: dictionaries.some(entries => entries['/Type'] === '/OCG' && entries['/Name'] === 'u:Draft'),
  };
}
