import type { JobType } from '@filemill/client';
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ChevronDown, Download } from 'lucide-react';
import { addArtifact } from '../../../added-files/add.ts';
import { guessFormat } from '../../../added-files/formats.ts';
import { type Item, isAvailable } from '../../../added-files/item.ts';
import { changeItem } from '../../../added-files/store.ts';
import { listTargets } from '../../../added-files/targets.ts';
import { strings } from '../../../wording/strings.ts';
import { downloadJob } from '../download.ts';

const words = strings.convert;
const offered = 6;

/** Download, open, and use the result in another conversion without uploading it again. */
export function Results({
  item,
  jobTypes,
  onOpen,
  onRedo,
}: {
  item: Item;
  jobTypes: JobType[];
  onOpen: (index: number) => void;
  onRedo: () => void;
}) {
  const files = item.job?.result?.files ?? [];
  const [first] = files;
  if (!first) return null;
  const mayRedo = item.target !== undefined && !item.recipe && isAvailable(item.upload);
  const next =
    files.length === 1
      ? listTargets(guessFormat(first.filename, first.contentType, jobTypes), jobTypes).slice(0, offered)
      : [];
  const use = (target: string) => {
    const made = addArtifact(item.workspaceId, first, jobTypes);
    changeItem(made.id, { target });
  };
  const download = () =>
    downloadJob(item).catch(error => notifications.show({ message: (error as Error).message, color: 'red' }));
  return (
    <>
      <Button size="xs" leftSection={<Download size={14} />} onClick={download}>
        {words.download}
      </Button>
      <Button size="xs" variant="default" onClick={() => onOpen(0)}>
        {words.open}
      </Button>
      {(next.length > 0 || mayRedo) && (
        <Menu position="bottom-end" transitionProps={{ duration: 100 }}>
          <Menu.Target>
            <Button size="xs" variant="default" rightSection={<ChevronDown size={14} />}>
              {words.useIn}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {mayRedo && <Menu.Item onClick={onRedo}>{words.redo}</Menu.Item>}
            {mayRedo && next.length > 0 && <Menu.Divider />}
            {next.map(target => (
              <Menu.Item key={target.id} onClick={() => use(target.id)}>
                {target.title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  );
}
