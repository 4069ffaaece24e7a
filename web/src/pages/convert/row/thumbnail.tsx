import type { Item } from '../../../added-files/item.ts';
import { getFile } from '../../../added-files/uploads.ts';
import { chooseKind } from '../../../components/preview/file.ts';
import { Thumbnail } from '../../../components/thumbnail/thumbnail.tsx';
import { useAddress } from '../../../components/use-address.ts';

/** Larger files are not decoded for a thumbnail. */
const largest = 20_000_000;

/** Whether the browser draws a file quickly. */
const isDrawable = ({ size, name }: File): boolean =>
  size <= largest && chooseKind({ filename: name }) === 'image';

/** A picture of the first result if there is one, otherwise of the added file. */
export function RowThumbnail({ item }: { item: Item }) {
  const output = item.job?.result?.files[0];
  const file = output ? undefined : getFile(item.id);
  const local = useAddress(file && isDrawable(file) ? file : undefined);
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
