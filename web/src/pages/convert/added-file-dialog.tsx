import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../added-files/item.ts';
import { getFile } from '../../added-files/uploads.ts';
import { artifactQuery } from '../../api/artifacts.ts';
import { PreviewDialog } from '../../components/preview/preview-dialog.tsx';
import { useAddress } from '../../components/use-address.ts';

/** A file as it was added, before its conversion. */
export default function AddedFileDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const { artifactId, state } = item.upload;
  const stored = state === 'done' ? artifactId : undefined;
  // The browser's copy of the file if it still has it, otherwise the service's.
  const own = getFile(item.id);
  const address = useAddress(own);
  const { data: kept } = useQuery({
    ...artifactQuery(item.workspaceId, stored),
    enabled: !own && stored !== undefined,
  });
  const url = own ? address : kept?.downloadUrl;
  if (!url) return null;
  const file = {
    filename: item.name,
    contentType: own?.type ?? kept?.contentType ?? '',
    size: item.size,
    url,
    ...(stored !== undefined && { artifactId: stored }),
  };
  return <PreviewDialog files={[file]} index={0} onIndex={() => {}} onClose={onClose} />;
}
