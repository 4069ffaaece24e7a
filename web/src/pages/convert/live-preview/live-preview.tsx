import type { JobType } from '@filemill/client';
import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../../added-files/item.ts';
import { previewQuery } from '../../../api/previews.ts';
import ImagePreview from '../../../components/preview/kinds/image.tsx';
import { takesPlaceOf } from '../../../components/preview/size-change.ts';
import { useAddress } from '../../../components/use-address.ts';
import { countChange, describeChange, formatBytes } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './live-preview.module.css';

const words = strings.convert.live;
/** A preview is made when the slider has rested for this long. */
const restMs = 200;

/**
 * The result that the options would give, next to the original, and its size. It follows the options. Its frame has the same
 * height before there is a picture, so that the options below do not move.
 */
export default function LivePreview({
  item,
  type,
  options,
  isReady,
  original,
}: {
  item: Item;
  type: JobType;
  options: Record<string, unknown>;
  /** Whether the file is uploaded and the options are complete. */
  isReady: boolean;
  /** The address of the original, if browsers display it. */
  original: string | undefined;
}) {
  const { workspaceId, name, size } = item;
  const { artifactId } = item.upload;
  const [settled] = useDebouncedValue(JSON.stringify(options), restMs);
  // Options that are still being changed may be incomplete.
  const isSettled = settled === JSON.stringify(options);
  const { data: answer, isFetching } = useQuery({
    ...previewQuery(workspaceId, artifactId!, { type: type.id, options: JSON.parse(settled) }),
    enabled: isReady && isSettled,
  });
  const data = answer === 'used up' ? null : answer;
  const after = useAddress(data ?? undefined);
  const isBehind = isReady && (isFetching || !isSettled);
  const source = original ? { filename: name, contentType: '', size, url: original } : undefined;
  const file =
    data && after
      ? { filename: strings.preview.after, contentType: data.type, size: data.size, url: after }
      : undefined;
  const kind = data?.type.startsWith('image/') ? 'image' : 'none';
  const change = data && takesPlaceOf('image', kind, type.id) ? countChange(size, data.size) : 0;
  return (
    <section className={classes.live} aria-label={words.title} aria-busy={isBehind}>
      <div className={classes.head}>
        <strong>{words.title}</strong>
        <Text size="sm" c="dimmed" role="status">
          {data
            ? [formatBytes(data.size), ...(change === 0 ? [] : [describeChange(change)])].join(', ')
            : isReady && !isBehind
              ? answer === 'used up'
                ? words.usedUp
                : words.none
              : ''}
        </Text>
        {isBehind && <Loader size={12} aria-hidden="true" />}
      </div>
      <div className={classes.picture}>
        {file && isShown(file.contentType) ? (
          <ImagePreview file={file} source={source} />
        ) : (
          original && <img src={original} alt={strings.preview.before} className={classes.original} />
        )}
      </div>
    </section>
  );
}

/** Whether browsers display images of this type. */
const isShown = (contentType: string): boolean =>
  /^image\/(png|jpeg|webp|avif|gif|bmp|svg\+xml)$/.test(contentType);
