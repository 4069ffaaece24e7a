import { lazy, Suspense } from 'react';
import { strings } from '../../wording/strings.ts';
import { chooseKind, type PreviewProps } from './file.ts';
import { Placeholder } from './placeholder.tsx';

/** The component of each kind is loaded on first use. */
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
  sheets: lazy(() => import('./kinds/sheets.tsx')),
  office: lazy(() => import('./kinds/office.tsx')),
  archive: lazy(() => import('./kinds/archive.tsx')),
};

/** Previews any file. */
export function Preview({ file, source }: PreviewProps) {
  const kind = chooseKind(file);
  if (kind === 'none') return <Placeholder problem={strings.preview.none} />;
  const Shown = kinds[kind];
  return (
    <Suspense fallback={<Placeholder />}>
      <Shown file={file} source={source} />
    </Suspense>
  );
}
