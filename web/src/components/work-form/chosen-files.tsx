import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { FolderOpen, X } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import type { AddedFile } from '../../added-files/add.ts';
import { chooseFiles, readDrop } from '../../added-files/choose-files.ts';
import { formatBytes } from '../../wording/figures.ts';
import { strings } from '../../wording/strings.ts';
import { useIsPhone } from '../use-is-phone.ts';
import classes from './chosen-files.module.css';

const words = strings.batches;

/** Files of this computer, dropped or chosen. They are uploaded when the form is sent. */
export function ChosenFiles({ files, onChange }: { files: File[]; onChange: (files: File[]) => void }) {
  const [over, setOver] = useState(false);
  const isPhone = useIsPhone();
  const add = (added: AddedFile[]) => onChange([...files, ...added.map(({ file }) => file)]);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add(await readDrop(event.dataTransfer));
  };
  const size = files.reduce((sum, file) => sum + file.size, 0);
  return (
    <section
      aria-label={words.drop}
      onDragOver={event => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={classes.drop} data-over={over || undefined}>
        {!isPhone && <Text c="dimmed">{words.drop}</Text>}
        <Group gap="xs" justify="center">
          <Button variant="default" onClick={async () => add(await chooseFiles())}>
            {strings.convert.choose}
          </Button>
          {!isPhone && (
            <Button
              variant="default"
              leftSection={<FolderOpen size={16} aria-hidden="true" />}
              onClick={async () => add(await chooseFiles(true))}
            >
              {strings.convert.chooseFolder}
            </Button>
          )}
        </Group>
      </div>
      {files.length > 0 && (
        <>
          <Text mt="sm" mb={4} role="status">
            {words.chosen(files.length, formatBytes(size))}
          </Text>
          <ul className={classes.files}>
            {files.map((file, index) => (
              <li key={`${index} ${file.name}`} className={classes.file}>
                <bdi className={`${classes.name} ellipsis`}>{file.name}</bdi>
                <span className="dim">{formatBytes(file.size)}</span>
                <ActionIcon
                  aria-label={strings.merge.leaveOut(file.name)}
                  onClick={() => onChange(files.filter(each => each !== file))}
                >
                  <X size={16} />
                </ActionIcon>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
