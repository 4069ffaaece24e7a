import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { thumbnailQuery } from '../../api/previews.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { strings } from '../../wording/strings.ts';
import { FileIcon, readExtension } from '../file-icon.tsx';
import classes from './thumbnail.module.css';
import { useSeen } from './use-seen.ts';

const pictures = /^(png|jpe?g|webp|gif|tiff?|bmp|avif|jxl|ico|hei[cf]|svg|psd|mp4|mov|mkv|webm|avi)$/;

/** A small picture of a stored file, made by the service once it is in view; an icon until then, and if there is none. */
export function Thumbnail({
  artifactId,
  filename,
  format = readExtension(filename),
  local,
  size = 40,
}: {
  artifactId: string | undefined;
  filename: string;
  format?: string | undefined;
  /** The address of a picture that the browser has itself. */
  local?: string | undefined;
  size?: number;
}) {
  const { element, isSeen } = useSeen();
  const { id } = useWorkspace();
  const { data } = useQuery({
    ...thumbnailQuery(id, artifactId),
    enabled: isSeen && artifactId !== undefined && !local,
  });
  const picture = local ?? data;
  const [unreadable, setUnreadable] = useState<string>();
  const shown = picture === unreadable ? undefined : picture;
  return (
    <span ref={element} className={classes.thumbnail} style={{ width: size, height: size }}>
      {shown ? (
        <img
          src={shown}
          alt={strings.preview.pictureOf(filename)}
          data-page={!pictures.test(readExtension(filename)) || undefined}
          onError={() => setUnreadable(shown)}
        />
      ) : (
        <FileIcon format={format} size={Math.round(size / 2)} />
      )}
    </span>
  );
}
