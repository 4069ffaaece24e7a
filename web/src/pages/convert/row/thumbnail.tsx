import { useEffect, useState } from 'react';
import type { Item } from '../../../added-files/item.ts';
import { getFile } from '../../../added-files/uploads.ts';
import { FileIcon, readExtension } from '../../../components/file-icon.tsx';
import classes from '../convert.module.css';

/** Image formats that browsers can display. */
const drawable = /^(png|jpe?g|webp|avif|gif|bmp|svg)$/;
/** Larger files are not decoded for a thumbnail. */
const largest = 20_000_000;

/** A thumbnail of the result or the file, otherwise an icon. */
export function Thumbnail({ item }: { item: Item }) {
  const output = item.job?.result?.files[0];
  const made =
    output && drawable.test(readExtension(output.filename)) && output.size < largest
      ? output.downloadUrl
      : undefined;
  const [own, setOwn] = useState<string>();
  useEffect(() => {
    const file = getFile(item.id);
    if (!file || !drawable.test(readExtension(file.name)) || file.size > largest) return;
    const url = URL.createObjectURL(file);
    setOwn(url);
    return () => URL.revokeObjectURL(url);
  }, [item.id]);
  const shown = made ?? (output ? undefined : own);
  return (
    <div className={classes.thumb}>
      {shown ? (
        <img src={shown} alt="" loading="lazy" onError={event => event.currentTarget.remove()} />
      ) : (
        <FileIcon format={output ? readExtension(output.filename) : item.format} />
      )}
    </div>
  );
}
