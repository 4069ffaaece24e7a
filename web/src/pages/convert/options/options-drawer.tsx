import type { JobType } from '@filemill/client';
import { Button, Drawer, Group, Loader, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { findItemHint } from '../../../added-files/choose.ts';
import type { Item } from '../../../added-files/item.ts';
import { findTarget } from '../../../added-files/targets.ts';
import { strings } from '../../../wording/strings.ts';
import classes from '../convert.module.css';

const ItemOptions = lazy(() =>
  import('./item-options.tsx').then(({ ItemOptions }) => ({ default: ItemOptions })),
);

/** The options of one row, next to the list. */
export function OptionsDrawer({
  item,
  jobTypes,
  onClose,
}: {
  item: Item | undefined;
  jobTypes: JobType[];
  onClose: () => void;
}) {
  const target = item && findTarget(item.target, item.format, jobTypes);
  const hint = item && target && findItemHint(item, target);
  return (
    <Drawer
      opened={target !== undefined}
      onClose={onClose}
      position="right"
      size={420}
      title={target && `${strings.convert.options}: ${target.title}`}
    >
      {item && target && (
        <Suspense fallback={<Loader size="sm" />}>
          <ItemOptions item={item} target={target} jobTypes={jobTypes} />
          <Group mt="lg" gap="sm" className={classes.done}>
            <Button onClick={onClose} disabled={hint !== undefined}>
              {strings.convert.done}
            </Button>
            {hint && <Text c="dimmed">{hint}</Text>}
          </Group>
        </Suspense>
      )}
    </Drawer>
  );
}
