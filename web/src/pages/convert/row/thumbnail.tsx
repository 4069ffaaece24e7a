import { useEffect, useState } from 'react';
import type { Item } from '../../../added-files/item.ts';
import { getFile } from '../../../added-files/uploads.ts';
import { readExtension } from '../../../components/file-icon.tsx';
import { Thumbnail } from '../../../components/thumbnail/thumbnail.tsx';

/** Image formats that browsers can display. */
const drawable = /^(png|jpe?g|webp|avif|gif|bmp|svg)$/;
/** Larger files are not decoded for a thumbnail. */
const largest = 20_000_000;

/** Returns an address of an image that the browser still has. */
function useLocalPicture(file: File | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!file || file.size > largest || !drawable.test(readExtension(file.name))) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => {
      setAddress(undefined);
      URL.revokeObjectURL(made);
    };
  }, [file]);
  return address;
}

/** A picture of the first result if there is one, otherwise of the added file. */
export function RowThumbnail({ item }: { item: Item }) {
  const output = item.job?.result?.files[0];
  const local = useLocalPicture(output ? undefined : getFile(item.id));
  if (output) return <Thumbnail artifactId={output.artifactId} filename={output.filename} />;
  const { state, artifactId } = item.upload;
  return (
    <Thumbnail
      artifactId={state === 'done' ? artifactId : undefined}
      filename={item.name}
      format={item.format}
      local={local}
    />
  );
}
