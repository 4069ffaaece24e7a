import type { Item } from '../../../added-files/item.ts';
import { getFile } from '../../../added-files/uploads.ts';
import { workspaceApi } from '../../../api/client.ts';
import { previewQuery } from '../../../api/previews.ts';
import { queryClient } from '../../../api/query-client.ts';
import { isLocked, openPdf, type PdfDocument } from '../../../components/pdf/open-pdf.ts';
import { strings } from '../../../wording/strings.ts';

export interface OpenedFile {
  item: Item;
  source: Blob | string;
  /** Undefined until the password of a locked file is given. */
  pdf?: PdfDocument;
  password?: string;
  count: number;
  /** Whether it cannot be read, and must be left out. */
  isDamaged?: boolean;
}

/** A file, or one page of it. */
export interface Card {
  id: string;
  itemId: string;
  pages: number[];
  /** The degrees by which it is rotated clockwise. */
  angle: number;
  title: string;
  note: string;
}

/** Asks the service for the pages that a picture becomes. */
async function fetchPages({ workspaceId, upload }: Item): Promise<Blob> {
  const request = { type: 'image-convert', options: { outputFormat: 'pdf' } };
  const pages = await queryClient.ensureQueryData(previewQuery(workspaceId, upload.artifactId!, request));
  if (pages === 'used up') throw new Error(strings.convert.live.usedUp);
  return pages ?? new Blob();
}

/** Opens the documents, from the browser's copy if there is one, and pictures as the pages they become. */
export function openFiles(items: Item[]): Promise<OpenedFile[]> {
  return Promise.all(
    items.map(async (item): Promise<OpenedFile> => {
      const source =
        item.format === 'pdf'
          ? (getFile(item.id) ??
            (await workspaceApi(item.workspaceId).artifacts.get(item.upload.artifactId!)).downloadUrl!)
          : await fetchPages(item);
      try {
        const pdf = await openPdf(source);
        return { item, source, pdf, count: pdf.numPages };
      } catch (error) {
        return { item, source, count: 0, isDamaged: !isLocked(error) };
      }
    }),
  );
}

/** Opens a locked file; undefined if the password is wrong. */
export async function unlockFile(file: OpenedFile, password: string): Promise<OpenedFile | undefined> {
  try {
    const pdf = await openPdf(file.source, password);
    return { ...file, pdf, password, count: pdf.numPages };
  } catch (error) {
    if (isLocked(error)) return undefined;
    throw error;
  }
}

const listPages = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const makeFileCard = ({ item, pdf, count, isDamaged }: OpenedFile): Card => ({
  id: item.id,
  itemId: item.id,
  pages: listPages(count),
  angle: 0,
  title: item.name,
  note: pdf ? strings.preview.pages(count) : isDamaged ? strings.merge.damaged : strings.merge.locked,
});

/** Makes one card per file or per page. A locked file has one card, which asks for its password. */
export const makeCards = (files: OpenedFile[], by: 'files' | 'pages'): Card[] =>
  files.flatMap(file =>
    by === 'files' || !file.pdf
      ? [makeFileCard(file)]
      : listPages(file.count).map(page => ({
          id: `${file.item.id} ${page}`,
          itemId: file.item.id,
          pages: [page],
          angle: 0,
          title: strings.options.page(page),
          note: file.item.name,
        })),
  );

/** Replaces the card of a file that was unlocked, where it stands. */
export const replaceCard = (cards: Card[], file: OpenedFile, by: 'files' | 'pages'): Card[] =>
  cards.flatMap(card => (card.id === file.item.id ? makeCards([file], by) : [card]));

export const rotateCard = (cards: Card[], id: string): Card[] =>
  cards.map(card => (card.id === id ? { ...card, angle: (card.angle + 90) % 360 } : card));

export function moveCard(cards: Card[], from: string, to: string): Card[] {
  const next = [...cards];
  const at = (id: string) => next.findIndex(card => card.id === id);
  const target = at(to);
  next.splice(target, 0, ...next.splice(at(from), 1));
  return next;
}
