import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayProblem } from '../../api/problem.ts';
import { strings } from '../../wording/strings.ts';
import { type PreviewFile, readText } from './file.ts';
import { Instead } from './instead.tsx';
import classes from './preview.module.css';

/** Shows something of a file's text once it is there. */
export function WithText({ file, children }: { file: PreviewFile; children: (text: string) => ReactNode }) {
  const { data, error } = useQuery({
    queryKey: ['preview', file.url],
    queryFn: () => readText(file),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Instead problem={sayProblem(error)} />;
  if (!data) return <Instead />;
  return (
    <div className={classes.body}>
      {data.cut && <div className={classes.note}>{strings.preview.cut}</div>}
      <div className={classes.pane} tabIndex={0} role="region" aria-label={file.filename}>
        {children(data.text)}
      </div>
    </div>
  );
}
