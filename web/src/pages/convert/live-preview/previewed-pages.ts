import type { JobType } from '@filemill/client';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../../added-files/item.ts';
import { listOpenRoles, listParts } from '../../../added-files/parts.ts';
import { previewQuery } from '../../../api/previews.ts';

/** A preview is made when the options have rested for this long. */
const restMs = 300;
/** Larger documents would take too long. */
const maxPreviewedBytes = 20_000_000;

/** The document that the options would give, once it is made. */
export function usePreviewedPages(
  item: Item,
  jobType: JobType,
  options: Record<string, unknown>,
  isReady: boolean,
): Blob | undefined {
  const isShown = jobType.preview === 'pages' && item.size < maxPreviewedBytes;
  const further = listOpenRoles(item, jobType).flatMap(({ name }) => listParts(item, name));
  const [settled] = useDebouncedValue(JSON.stringify(options), restMs);
  const { data } = useQuery({
    ...previewQuery(item.workspaceId, item.upload.artifactId ?? '', {
      type: jobType.id,
      options: JSON.parse(settled),
      furtherArtifactIds: further.map(({ upload }) => upload.artifactId!),
    }),
    enabled: isShown && isReady && settled === JSON.stringify(options),
  });
  return isShown && isReady && data instanceof Blob ? data : undefined;
}
