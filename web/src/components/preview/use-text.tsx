import { Center, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sayProblem } from '../../api/problem.ts';
import { strings } from '../../strings.ts';
import { type PreviewFile, readText } from './file.ts';
import classes from './preview.module.css';

/** Shows something of a file's text once it is there. */
export function WithText({ file, children }: { file: PreviewFile; children: (text: string) => ReactNode }) {
  const { data, error } = useQuery({
    queryKey: ['preview', file.url],
    queryFn: () => readText(file),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error)
    return (
      <Center className={classes.pane}>
        <Text c="dimmed">{sayProblem(error)}</Text>
      </Center>
    );
  if (!data)
    return (
      <Center className={classes.pane}>
        <Loader size="sm" />
      </Center>
    );
  return (
    <div className={classes.body}>
      {data.cut && <div className={classes.note}>{strings.preview.cut}</div>}
      <div className={classes.pane} tabIndex={0} role="region" aria-label={file.filename}>
        {children(data.text)}
      </div>
    </div>
  );
}
