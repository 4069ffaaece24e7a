import { Badge, UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { strings } from '../../../wording/strings.ts';
import { PdfPage } from '../../pdf/pdf-page.tsx';
import { usePdf } from '../../pdf/use-pdf.ts';
import type { PreviewFile } from '../file.ts';
import { Placeholder } from '../placeholder.tsx';
import classes from './blocks.module.css';

const words = strings.preview;
const pageWidth = 560;
const maxPages = 200;

interface Block {
  id: number;
  kind: string;
  content?: boolean;
  places: { page: number; x: number; y: number; width: number; height: number }[];
  text?: string;
  caption?: string;
  rows?: { text: string }[][];
}

export interface ShownDocument {
  pages: { number: number; width: number; height: number }[];
  blocks: Block[];
}

/** Reads the blocks of a document; undefined if the JSON is something else. */
export function readBlocks(value: unknown): ShownDocument | undefined {
  const { schema, blocks, pages } = (value ?? {}) as Partial<ShownDocument> & { schema?: string };
  return schema === 'filemill.document' && Array.isArray(blocks) && Array.isArray(pages)
    ? { blocks, pages }
    : undefined;
}

const describeBlock = ({ text, caption, rows }: Block): string =>
  text ?? caption ?? rows?.map(row => row.map(cell => cell.text).join(' | ')).join('\n') ?? '';

/** The blocks of a document beside its pages: pointing at one highlights the other. */
export function BlocksPreview({ document, source }: { document: ShownDocument; source: PreviewFile }) {
  const { pdf, failed } = usePdf(source.url);
  const [current, setCurrent] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const sheets = useRef<HTMLDivElement>(null);
  const show = (within: HTMLElement | null, id: number) =>
    within?.querySelector(`[data-block="${id}"]`)?.scrollIntoView({ block: 'nearest' });
  if (failed) return <Placeholder problem={words.unreadable} />;
  if (!pdf) return <Placeholder />;
  return (
    <div className={classes.both}>
      <div className={classes.sheets} ref={sheets} tabIndex={0} role="region" aria-label={source.filename}>
        {document.pages.slice(0, maxPages).map(({ number, width, height }) => (
          <div key={number} className={classes.sheet}>
            <PdfPage document={pdf} page={number} width={pageWidth} />
            {document.blocks.flatMap(({ id, kind, places }) =>
              places
                .filter(({ page }) => page === number)
                .map((place, index) => (
                  <span
                    key={`${id} ${index}`}
                    className={classes.box}
                    data-block={id}
                    data-kind={kind}
                    data-current={id === current || undefined}
                    onPointerEnter={() => {
                      setCurrent(id);
                      show(list.current, id);
                    }}
                    style={{
                      left: `${(100 * place.x) / width}%`,
                      top: `${(100 * place.y) / height}%`,
                      width: `${(100 * place.width) / width}%`,
                      height: `${(100 * place.height) / height}%`,
                    }}
                  />
                )),
            )}
          </div>
        ))}
      </div>
      <ul className={classes.list} ref={list} aria-label={words.blocks}>
        {document.blocks.map(block => (
          <li key={block.id}>
            <UnstyledButton
              className={classes.block}
              data-block={block.id}
              data-current={block.id === current || undefined}
              onPointerEnter={() => setCurrent(block.id)}
              onFocus={() => setCurrent(block.id)}
              onClick={() => show(sheets.current, block.id)}
            >
              <Badge size="xs" variant="light" color={block.content === false ? 'gray' : 'iris'}>
                {words.kinds[block.kind] ?? block.kind}
              </Badge>
              <span className={classes.words}>{describeBlock(block)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
