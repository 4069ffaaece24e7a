import { Center, Loader, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { strings } from '../../wording/strings.ts';
import { kindOf, type PreviewFile } from './file.ts';
import classes from './preview.module.css';

/** Each kind is loaded when a file of it is first looked at. */
const kinds = {
  image: lazy(() => import('./kinds/image.tsx')),
  pdf: lazy(() => import('./kinds/pdf.tsx')),
  markdown: lazy(() => import('./kinds/markdown.tsx')),
  html: lazy(() => import('./kinds/html.tsx')),
  table: lazy(() => import('./kinds/table.tsx')),
  json: lazy(() => import('./kinds/json.tsx')),
  transcript: lazy(() => import('./kinds/transcript.tsx')),
  text: lazy(() => import('./kinds/text.tsx')),
  audio: lazy(() => import('./kinds/audio.tsx')),
  video: lazy(() => import('./kinds/video.tsx')),
};

export interface PreviewProps {
  file: PreviewFile;
  /** What it was made of, for seeing both beside each other or hearing what was written down. */
  source?: PreviewFile | undefined;
}

/** Any file, shown as what it is. */
export function Preview({ file, source }: PreviewProps) {
  const kind = kindOf(file);
  if (kind === 'none')
    return (
      <Center className={classes.pane}>
        <Text c="dimmed">{strings.preview.none}</Text>
      </Center>
    );
  const Shown = kinds[kind];
  return (
    <Suspense
      fallback={
        <Center className={classes.pane}>
          <Loader size="sm" />
        </Center>
      }
    >
      <Shown file={file} source={source} />
    </Suspense>
  );
}
