import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { describeProblem } from '../../api/problem.ts';
import { strings } from '../../wording/strings.ts';
import { type PreviewFile, readText } from './file.ts';
import { Placeholder } from './placeholder.tsx';
import classes from './preview.module.css';

/** Renders a file's text once it is loaded. */
export function WithText({ file, children }: { file: PreviewFile; children: (text: string) => ReactNode }) {
  const { data, error } = useQuery({
    queryKey: ['preview', file.url],
    queryFn: () => readText(file),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Placeholder problem={describeProblem(error)} />;
  if (!data) return <Placeholder />;
  return (
    <div className={classes.body}>
      {data.cut && <div className={classes.note}>{strings.preview.cut}</div>}
      <div className={classes.pane} tabIndex={0} role="region" aria-label={file.filename}>
        {children(data.text)}
      </div>
    </div>
  );
}
