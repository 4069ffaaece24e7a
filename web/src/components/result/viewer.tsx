import type { ResultFile } from '@filemill/client';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { artifactQuery } from '../../api/artifacts.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { areStems, chooseKind } from '../preview/file.ts';
import { Preview } from '../preview/preview.tsx';
import classes from './result.module.css';

const Stems = lazy(() => import('../preview/kinds/stems.tsx'));

/** Viewers of these kinds fill the frame, which has their height before they are loaded. */
const tallKinds = new Set(['pdf', 'sheets', 'office', 'image']);

/** The result itself: one file in the viewer of its kind, or stems all at once. */
export function Viewer({
  files,
  file,
  sourceId,
}: {
  files: ResultFile[];
  file: ResultFile;
  /** The artifact they were made from. */
  sourceId: string | undefined;
}) {
  const workspace = useWorkspace();
  const { data: kept, isLoading } = useQuery(artifactQuery(workspace.id, sourceId));
  const source = kept?.downloadUrl ? { ...kept, artifactId: kept.id, url: kept.downloadUrl } : undefined;
  const shown = files.flatMap(each => (each.downloadUrl ? [{ ...each, url: each.downloadUrl }] : []));
  const current = shown.find(({ artifactId }) => artifactId === file.artifactId);
  const isTall = tallKinds.has(chooseKind(file)) || undefined;
  if (!current || isLoading)
    return <div className={classes.viewer} data-tall={isTall} aria-busy={isLoading} />;
  return (
    <div className={classes.viewer} data-tall={isTall}>
      {areStems(shown) ? (
        <Suspense>
          <Stems files={shown} />
        </Suspense>
      ) : (
        <Preview key={current.artifactId} file={current} source={source} />
      )}
    </div>
  );
}
