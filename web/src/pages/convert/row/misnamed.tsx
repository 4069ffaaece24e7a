import type { JobType } from '@filemill/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Item } from '../../../added-files/item.ts';
import { recogniseFile, treatAs } from '../../../added-files/recognise.ts';
import { nameFormat } from '../../../wording/format-names.ts';
import { strings } from '../../../wording/strings.ts';
import classes from '../convert.module.css';

const words = strings.convert;

/** Says what a refused file really is, and offers to treat it as that. */
export function Misnamed({ item, jobTypes }: { item: Item; jobTypes: JobType[] }) {
  const { data: found } = useQuery({
    queryKey: ['recognised', item.id],
    queryFn: async () => (await recogniseFile(item.id)) ?? null,
  });
  if (!found) return <span className={classes.bad}>{item.upload.problem}</span>;
  const extension = item.name.slice(item.name.lastIndexOf('.'));
  return (
    <>
      <span className={classes.bad}>{words.misnamed(nameFormat(found.format), extension)}</span>
      <Button size="compact-xs" variant="default" onClick={() => treatAs(item.id, found, jobTypes)}>
        {words.treatAs(nameFormat(found.format))}
      </Button>
    </>
  );
}
