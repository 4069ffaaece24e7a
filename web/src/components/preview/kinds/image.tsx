import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useState } from 'react';
import { previewQuery } from '../../../api/previews.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { formatBytes } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import { useAddress } from '../../use-address.ts';
import type { PreviewFile, PreviewProps } from '../file.ts';
import { chooseKind, isUnshownImage } from '../file.ts';
import classes from '../preview.module.css';

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

/** An image. If the original is available, both are shown with a movable divider. */
export default function ImagePreview({ file, source }: PreviewProps) {
  const before = useOriginal(source);
  const [chosen, setChosen] = useState<string>();
  // The original may arrive after the image is shown.
  const view = chosen ?? (before ? 'compare' : 'fit');
  const [cut, setCut] = useState(50);
  const views = [...(before ? ['compare'] : []), 'fit', 'actual'] as (keyof typeof words.views)[];
  return (
    <div className={classes.body}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          value={view}
          onChange={setChosen}
          data={views.map(value => ({ value, label: words.views[value] }))}
          aria-label={words.view}
          transitionDuration={100}
        />
      </div>
      <div
        className={classes.stage}
        data-zoomed={view === 'actual' || undefined}
        tabIndex={0}
        role="region"
        aria-label={file.filename}
      >
        {view === 'compare' && before ? (
          <div className={classes.compare} style={{ '--cut': `${cut}%` } as CSSProperties}>
            <img src={before.url} alt={words.before} />
            <img src={file.url} alt={file.filename} className={classes.after} />
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
