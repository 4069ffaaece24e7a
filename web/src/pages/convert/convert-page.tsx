import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useJobTypes } from '../../api/job-types.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';
import { stageOf } from '../../work/item.ts';
import { useItems } from '../../work/store.ts';
import { type Brought, bringFiles, forgetItems } from '../../work/work.ts';
import classes from './convert.module.css';
import { DropZone } from './drop-zone.tsx';
import { Foot } from './foot.tsx';
import { OptionsDrawer } from './options-drawer.tsx';
import { Row } from './row/row.tsx';
import { Samples } from './samples.tsx';

const ResultDialog = lazy(() => import('./result-dialog.tsx'));
const words = strings.convert;

/** The first thing seen: a place to drop files, and then what becomes of them. */
export function ConvertPage() {
  const workspace = useWorkspace();
  const jobTypes = useJobTypes();
  const items = useItems(workspace.id);
  const [optionsOf, setOptionsOf] = useState<string>();
  const [opened, setOpened] = useState<{ id: string; index: number }>();
  const bring = useCallback(
    (brought: Brought[]) => {
      if (brought.length > 0) bringFiles(workspace.id, brought, jobTypes);
    },
    [workspace.id, jobTypes],
  );
  const remove = (ids: string[]) => {
    const undo = forgetItems(ids);
    const id = notifications.show({
      message: (
        <>
          {words.removed(ids.length)}{' '}
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() => {
              undo();
              notifications.hide(id);
            }}
          >
            {words.undo}
          </Button>
        </>
      ),
    });
  };
  const queued = items.filter(({ job }) => job?.status === 'queued');
  const finished = items.filter(item => ['done', 'failed'].includes(stageOf(item)));

  return (
    <Page title={words.title}>
      <DropZone small={items.length > 0} onBring={bring} />
      {items.length === 0 && <Samples onBring={bring} />}
      {items.length > 0 && (
        <>
          <ul className={classes.rows} aria-label={words.files}>
            {items.map(item => (
              <Row
                key={item.id}
                item={item}
                jobTypes={jobTypes}
                ahead={queued.indexOf(item)}
                onOptions={() => setOptionsOf(item.id)}
                onOpen={index => setOpened({ id: item.id, index })}
                onRemove={() => remove([item.id])}
              />
            ))}
          </ul>
          <Foot items={items} jobTypes={jobTypes}>
            {finished.length > 1 && (
              <Button variant="subtle" color="gray" onClick={() => remove(finished.map(({ id }) => id))}>
                {words.clear}
              </Button>
            )}
          </Foot>
        </>
      )}
      <OptionsDrawer
        item={items.find(({ id }) => id === optionsOf)}
        jobTypes={jobTypes}
        onClose={() => setOptionsOf(undefined)}
      />
      {opened && (
        <Suspense>
          <ResultDialog
            item={items.find(({ id }) => id === opened.id)}
            index={opened.index}
            onIndex={index => setOpened({ ...opened, index })}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </Page>
  );
}
