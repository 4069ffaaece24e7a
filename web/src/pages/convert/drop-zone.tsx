import { Button, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FolderOpen, Link2, Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AddedFile } from '../../added-files/add.ts';
import { chooseFiles, readDrop, readPaste } from '../../added-files/choose-files.ts';
import { useIsPhone } from '../../components/use-is-phone.ts';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';

const words = strings.convert;

/** The drop zone. Files can be dropped anywhere in the window; this shows it. */
export function DropZone({
  small,
  onAddFiles,
  onAddAddress,
  purpose,
}: {
  small: boolean;
  onAddFiles: (added: AddedFile[]) => void;
  onAddAddress: () => void;
  /** The chosen purpose of the files, if any. */
  purpose: string | undefined;
}) {
  const [over, setOver] = useState(false);
  // Nothing can be dropped on a phone.
  const isPhone = useIsPhone();

  useEffect(() => {
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const hover = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = async (event: DragEvent) => {
      depth = 0;
      setOver(false);
      if (!event.dataTransfer || !hasFiles(event)) return;
      event.preventDefault();
      onAddFiles(await readDrop(event.dataTransfer));
    };
    const paste = (event: ClipboardEvent) => {
      const added = readPaste(event);
      if (added.length === 0) return;
      event.preventDefault();
      onAddFiles(added);
    };
    const events = { dragenter: enter, dragleave: leave, dragover: hover, drop, paste };
    for (const [name, listener] of Object.entries(events))
      window.addEventListener(name, listener as EventListener);
    return () => {
      for (const [name, listener] of Object.entries(events))
        window.removeEventListener(name, listener as EventListener);
    };
  }, [onAddFiles]);

  const lead = isPhone ? purpose : purpose ? words.dropFor(purpose) : words.drop;
  const choose = async (folder: boolean) => onAddFiles(await chooseFiles(folder));
  return (
    <section
      className={classes.drop}
      data-drop
      data-over={over || undefined}
      data-small={small || undefined}
      aria-label={isPhone ? words.choose : words.drop}
    >
      {!small && <Upload size={28} strokeWidth={1.5} aria-hidden="true" className={classes.dropIcon} />}
      <Text className={classes.dropText} size={small ? 'sm' : 'md'} fw={small ? 400 : 500}>
        {over ? words.dropNow : lead}
      </Text>
      <div className={classes.dropButtons}>
        <Button
          onClick={() => choose(false)}
          variant={small ? 'default' : 'filled'}
          size={small ? 'xs' : 'sm'}
        >
          {words.choose}
        </Button>
        <Button
          className={classes.folder}
          onClick={() => choose(true)}
          variant="default"
          size={small ? 'xs' : 'sm'}
          leftSection={<FolderOpen size={16} aria-hidden="true" />}
        >
          {words.chooseFolder}
        </Button>
        <Button
          onClick={onAddAddress}
          variant="default"
          size={small ? 'xs' : 'sm'}
          leftSection={<Link2 size={16} aria-hidden="true" />}
        >
          {words.chooseAddress}
        </Button>
        {purpose && (
          <Button component={Link} to="/" variant="subtle" color="gray" size={small ? 'xs' : 'sm'}>
            {words.forAnything}
          </Button>
        )}
      </div>
    </section>
  );
}
