import { ActionIcon, NumberInput, Text, TextInput } from '@mantine/core';
import { Search, ZoomIn, ZoomOut } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import type { PdfDocument } from '../../pdf/open-pdf.ts';
import { PdfPage } from '../../pdf/pdf-page.tsx';
import { usePdf } from '../../pdf/use-pdf.ts';
import type { PreviewProps } from '../file.ts';
import { Placeholder } from '../placeholder.tsx';
import classes from '../preview.module.css';
import { Unlock } from '../unlock.tsx';

const words = strings.preview;
const widths = [480, 640, 800, 1040, 1400];
const maxPages = 500;

/** A PDF with searchable text, rendered page by page as they become visible. */
export default function PdfPreview({ file }: PreviewProps) {
  const [password, setPassword] = useState<string>();
  const { pdf, failed } = usePdf(file.url, password);
  const [zoom, setZoom] = useState(2);
  const [page, setPage] = useState(1);
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<{ pages: number[]; at: number }>();
  const pane = useRef<HTMLDivElement>(null);

  const scrollTo = (number: number | undefined) =>
    pane.current?.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: 'start' });
  const jump = (number: number) => {
    setPage(number);
    scrollTo(number);
  };

  async function search(event: FormEvent) {
    event.preventDefault();
    if (!pdf || query.trim() === '') return;
    const pages = found && found.pages.length > 0 ? found.pages : await findPages(pdf, query);
    const at = found ? (found.at + 1) % Math.max(1, pages.length) : 0;
    setFound({ pages, at });
    const first = pages[at];
    if (first !== undefined) jump(first);
  }

  if (failed === 'locked') return <Unlock refused={password !== undefined} onUnlock={setPassword} />;
  if (failed) return <Placeholder problem={words.unreadable} />;
  if (!pdf) return <Placeholder />;
  return (
    <div className={classes.body}>
      <form className={classes.bar} onSubmit={search}>
        {pdf.numPages > 1 && (
          <NumberInput
            size="xs"
            w={72}
            min={1}
            max={pdf.numPages}
            value={page}
            onChange={next => typeof next === 'number' && jump(next)}
            aria-label={words.page}
          />
        )}
        <Text>{words.pages(pdf.numPages)}</Text>
        <ActionIcon aria-label={words.smaller} disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          <ZoomOut size={16} />
        </ActionIcon>
        <ActionIcon
          aria-label={words.larger}
          disabled={zoom === widths.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          <ZoomIn size={16} />
        </ActionIcon>
        <TextInput
          className={classes.search}
          size="xs"
          value={query}
          onChange={event => {
            setQuery(event.currentTarget.value);
            setFound(undefined);
          }}
          leftSection={<Search size={14} />}
          placeholder={words.search}
          aria-label={words.search}
        />
        {found && <Text size="xs">{words.found(found.pages.length, found.pages[found.at])}</Text>}
      </form>
      <div className={classes.pane} ref={pane} tabIndex={0} role="region" aria-label={file.filename}>
        <div className={classes.pages}>
          {Array.from({ length: Math.min(pdf.numPages, maxPages) }, (_, index) => index + 1).map(number => (
            <div key={number} data-page={number}>
              <PdfPage document={pdf} page={number} width={widths[zoom]!} />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

async function findPages(pdf: PdfDocument, query: string): Promise<number[]> {
  const wanted = query.trim().toLowerCase();
  const pages: number[] = [];
  for (let number = 1; number <= Math.min(pdf.numPages, maxPages); number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const text = items.map(item => ('str' in item ? item.str : '')).join(' ');
    if (text.toLowerCase().includes(wanted)) pages.push(number);
  }
  return pages;
}
