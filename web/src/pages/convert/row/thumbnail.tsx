import { useEffect, useState } from 'react';
import type { Item } from '../../../added-files/item.ts';
import { getFile } from '../../../added-files/uploads.ts';
import { FileIcon, readExtension } from '../../../components/file-icon.tsx';
import classes from '../convert.module.css';

/** Image formats that browsers can display. */
const drawable = /^(png|jpe?g|webp|avif|gif|bmp|svg)$/;
/** Larger files are not decoded for a thumbnail. */
const largest = 20_000_000;
/** Larger results are not downloaded for a thumbnail of their first page. */
const largestDownload = 5_000_000;
const pageWidth = 80;

/** The file to show: the first result if there is one, otherwise the browser's copy of the added file. */
function findSource(item: Item): { extension: string; source?: Blob | string } {
  const output = item.job?.result?.files[0];
  const file = output ? undefined : getFile(item.id);
  const extension = readExtension(output?.filename ?? file?.name ?? '');
  const isPdf = extension === 'pdf';
  if (!isPdf && !drawable.test(extension)) return { extension };
  const isSmall = output ? output.size < (isPdf ? largestDownload : largest) : (file?.size ?? 0) < largest;
  const source = output?.downloadUrl ?? file;
  return isSmall && source ? { extension, source } : { extension };
}

/** Returns the address of a picture of a file; undefined while it is drawn, and if it cannot be. */
function usePicture(source: Blob | string | undefined, isPdf: boolean): string | undefined {
  const [made, setMade] = useState<string>();
  useEffect(() => {
    if (!source || (typeof source === 'string' && !isPdf)) return;
    let gone = false;
    let url: string | undefined;
    const show = (picture: Blob | null) => {
      if (gone || !picture) return;
      url = URL.createObjectURL(picture);
      setMade(url);
    };
    if (isPdf)
      import('../../../components/pdf/draw-page.ts')
        .then(({ drawFirstPage }) => drawFirstPage(source, pageWidth))
        .then(show, () => {
          // A locked or damaged document has an icon.
        });
    else show(source as Blob);
    return () => {
      gone = true;
      setMade(undefined);
      if (url) URL.revokeObjectURL(url);
    };
  }, [source, isPdf]);
  return typeof source === 'string' && !isPdf ? source : made;
}

/** A thumbnail of the result or the file, otherwise an icon. */
export function Thumbnail({ item }: { item: Item }) {
  const { extension, source } = findSource(item);
  const isPdf = extension === 'pdf';
  const shown = usePicture(source, isPdf);
  return (
    <div className={classes.thumb}>
      {shown ? (
        <img
          src={shown}
          alt=""
          loading="lazy"
          data-page={isPdf || undefined}
          onError={event => event.currentTarget.remove()}
        />
      ) : (
        <FileIcon format={item.job?.result?.files[0] ? extension : item.format} />
      )}
    </div>
  );
}
