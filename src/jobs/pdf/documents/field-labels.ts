import { join } from 'node:path';
import { setLabels } from '../../../engines/pango/labels.ts';
import type { FieldLabels, LabelsMissing } from '../../../engines/pikepdf/engine.ts';

/** The font size that the engine expects before it scales the labels. */
const fontSize = 100;

/**
 * Works on a document whose fields may contain letters that their fonts lack. If so, those are typeset and
 * the work is repeated.
 */
export async function withFieldLabels<Made extends object>(
  dir: string,
  work: (labels?: FieldLabels[]) => Promise<Made | LabelsMissing>,
): Promise<Made> {
  const first = await work();
  if (!('missing' in first)) return first;
  const labels: FieldLabels[] = [];
  for (const { text, colour } of first.missing) {
    const known = labels.find(group => group.colour.join() === colour.join());
    if (known) known.texts.push(text);
    else labels.push({ path: join(dir, `labels-${labels.length}.pdf`), texts: [text], colour, sizes: [] });
  }
  for (const group of labels)
    group.sizes = await setLabels({ ...group, fontSize, bold: false, output: group.path }, dir);
  return (await work(labels)) as Made;
}
