import type { Item } from '../../added-files/item.ts';
import { getFile } from '../../added-files/uploads.ts';
import { workspaceApi } from '../../api/client.ts';
import { openPdf, type PdfDocument } from '../../components/pdf/open-pdf.ts';
import { strings } from '../../wording/strings.ts';

export interface OpenedFile {
  item: Item;
  pdf: PdfDocument;
  count: number;
}

/** A file, or one page of it. */
export interface Card {
  id: string;
  itemId: string;
  pages: number[];
  title: string;
  note: string;
}

/** Opens the documents, from the browser's copy if there is one. */
export function openFiles(items: Item[]): Promise<OpenedFile[]> {
  return Promise.all(
    items.map(async item => {
      const source =
        getFile(item.id) ??
        (await workspaceApi(item.workspaceId).artifacts.get(item.upload.artifactId!)).downloadUrl!;
      const pdf = await openPdf(source).catch(() => {
        throw new Error(strings.merge.unreadable(item.name));
      });
      return { item, pdf, count: pdf.numPages };
    }),
  );
}

const listPages = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

export function makeCards(files: OpenedFile[], by: 'files' | 'pages'): Card[] {
  return files.flatMap(({ item, count }) =>
    by === 'files'
      ? [
          {
            id: item.id,
            itemId: item.id,
            pages: listPages(count),
            title: item.name,
            note: strings.preview.pages(count),
          },
        ]
      : listPages(count).map(page => ({
          id: `${item.id} ${page}`,
          itemId: item.id,
          pages: [page],
          title: strings.options.page(page),
          note: item.name,
        })),
  );
}

export function moveCard(cards: Card[], from: string, to: string): Card[] {
  const next = [...cards];
  const at = (id: string) => next.findIndex(card => card.id === id);
  const target = at(to);
  next.splice(target, 0, ...next.splice(at(from), 1));
  return next;
}
