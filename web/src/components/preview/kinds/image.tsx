import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, type SyntheticEvent, useState } from 'react';
import { previewQuery } from '../../../api/previews.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { formatBytes } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import { useAddress } from '../../use-address.ts';
import type { PreviewFile, PreviewProps } from '../file.ts';
import { chooseKind, isUnshownImage } from '../file.ts';
import classes from '../preview.module.css';
import { haveSameShape } from '../size-change.ts';

const words = strings.preview;

/** The longest side of a copy of the original, in pixels. */
const copySide = 2000;

/** Returns the original as browsers display it: itself, or a copy that the service makes, such as of HEIC. */
function useOriginal(source: PreviewFile | undefined): PreviewFile | undefined {
  const { id } = useWorkspace();
  const isShown = source !== undefined && chooseKind(source) === 'image';
  const needsCopy = source?.artifactId !== undefined && isUnshownImage(source);
  const { data } = useQuery({
    ...previewQuery(id, source?.artifactId ?? '', {
      type: 'image-resize',
      options: { width: copySide, height: copySide, fit: 'inside', noEnlarge: true, outputFormat: 'webp' },
    }),
    enabled: needsCopy,
  });
  const copy = useAddress(needsCopy && data instanceof Blob ? data : undefined);
  if (isShown) return source;
  return source && copy ? { ...source, url: copy } : undefined;
}

/** An image. If the original is available and has the same shape, both are shown with a movable divider. */
export default function ImagePreview({ file, source }: PreviewProps) {
  const before = useOriginal(source);
  const [chosen, setChosen] = useState<string>();
  const [shapes, setShapes] = useState<Record<string, number>>({});
  const isComparable = before !== undefined && haveSameShape(shapes[before.url], shapes[file.url]);
  // The original may arrive after the image is shown.
  const view = chosen === undefined || (chosen === 'compare' && !isComparable) ? undefined : chosen;
  const shown = view ?? (isComparable ? 'compare' : 'fit');
  const [cut, setCut] = useState(50);
  const views = [...(isComparable ? ['compare'] : []), 'fit', 'actual'] as (keyof typeof words.views)[];
  const readShape = ({ currentTarget }: SyntheticEvent<HTMLImageElement>) => {
    const { naturalWidth, naturalHeight } = currentTarget;
    const src = currentTarget.getAttribute('src')!;
    if (naturalHeight > 0) setShapes(known => ({ ...known, [src]: naturalWidth / naturalHeight }));
  };
  return (
    <div className={classes.body}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          value={shown}
          onChange={setChosen}
          data={views.map(value => ({ value, label: words.views[value] }))}
          aria-label={words.view}
          transitionDuration={100}
        />
      </div>
      <div
        className={classes.stage}
        data-zoomed={shown === 'actual' || undefined}
        tabIndex={0}
        role="region"
        aria-label={file.filename}
      >
        {shown === 'compare' && before ? (
          <div className={classes.compare} style={{ '--cut': `${cut}%` } as CSSProperties}>
            <img src={before.url} alt={words.before} onLoad={readShape} />
            <img src={file.url} alt={file.filename} className={classes.after} onLoad={readShape} />
            <input
              type="range"
              min={0}
              max={100}
              value={cut}
              onChange={event => setCut(Number(event.currentTarget.value))}
              aria-label={words.compare}
            />
            <span className={classes.handle} />
            <span className={classes.tag} style={{ insetInlineStart: 8 }}>
              {words.before} · {formatBytes(before.size)}
            </span>
            <span className={classes.tag} style={{ insetInlineEnd: 8 }}>
              {words.after} · {formatBytes(file.size)}
            </span>
          </div>
        ) : (
          <img src={file.url} alt={file.filename} />
        )}
      </div>
    </div>
  );
}
