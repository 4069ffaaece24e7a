import { lazy, Suspense } from 'react';
import { strings } from '../../wording/strings.ts';
import { kindOf, type PreviewProps } from './file.ts';
import { Instead } from './instead.tsx';

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

/** Any file, shown as what it is. */
export function Preview({ file, source }: PreviewProps) {
  const kind = kindOf(file);
  if (kind === 'none') return <Instead problem={strings.preview.none} />;
  const Shown = kinds[kind];
  return (
    <Suspense fallback={<Instead />}>
      <Shown file={file} source={source} />
    </Suspense>
  );
}
