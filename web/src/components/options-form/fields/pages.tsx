import { TextInput } from '@mantine/core';
import { strings } from '../../../wording/strings.ts';
import { PdfPage } from '../../pdf/pdf-page.tsx';
import { usePdf } from '../../pdf/use-pdf.ts';
import classes from '../options-form.module.css';
import type { ControlProps } from '../props.ts';

const words = strings.options;
/** In longer documents, pages are only typed. */
const maxShown = 200;

/** Page ranges ("1-3,5,8-"), which can also be picked on thumbnails if the document is available. */
export function PagesControl({ id, value, onChange, pdf, described, schema }: ControlProps) {
  const text = String(value ?? schema.default ?? '');
  // A locked or damaged file is reported by the service; values can still be typed.
  const { pdf: document } = usePdf(pdf);
  const count = document?.numPages ?? 0;
  const picked = readPages(text, count);
  const toggle = (page: number) => {
    const next = picked.includes(page)
      ? picked.filter(each => each !== page)
      : [...picked, page].sort((a, b) => a - b);
    onChange(writePages(next));
  };
  return (
    <>
      <TextInput
        id={id}
        aria-describedby={described}
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
        placeholder={words.pagesExample}
      />
      {document && (
        <div className={classes.pages}>
          {Array.from({ length: Math.min(count, maxShown) }, (_, index) => index + 1).map(page => (
            <button
              key={page}
              type="button"
              className={classes.page}
              aria-pressed={picked.includes(page)}
              aria-label={words.page(page)}
              onClick={() => toggle(page)}
            >
              <PdfPage document={document} page={page} width={120} />
              {page}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** Reads the page numbers in a text, as far as it is valid. */
export function readPages(text: string, count: number): number[] {
  const at = (written: string | undefined, otherwise: number) => {
    if (!written) return otherwise;
    const number = Number(written);
    return number < 0 ? count + 1 + number : number;
  };
  return text.split(',').flatMap(part => {
    const match = /^\s*(-?\d+)(?:(\s*-\s*)(-?\d+)?)?\s*$/.exec(part);
    if (!match) return [];
    const from = at(match[1], 1);
    const to = match[2] ? at(match[3], count) : from;
    const length = Math.min(Math.abs(to - from) + 1, 100_000);
    return Array.from({ length }, (_, index) => (to >= from ? from + index : from - index)).filter(
      page => page >= 1 && page <= count,
    );
  });
}

/** Writes page numbers as ranges: 1,2,3,5 → "1-3,5". */
export function writePages(pages: number[]): string {
  const runs: [number, number][] = [];
  for (const page of pages) {
    const last = runs.at(-1);
    if (last && page === last[1] + 1) last[1] = page;
    else runs.push([page, page]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
