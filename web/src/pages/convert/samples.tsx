import { Text, UnstyledButton } from '@mantine/core';
import type { AddedFile } from '../../added-files/add.ts';
import { FileIcon, readExtension } from '../../components/file-icon.tsx';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';

const words = strings.convert;

/** Sample files, served with the page. */
export function Samples({ onAddFiles }: { onAddFiles: (added: AddedFile[]) => void }) {
  async function addSample(name: string) {
    const response = await fetch(new URL(`samples/${name}`, document.baseURI));
    const blob = await response.blob();
    onAddFiles([{ file: new File([blob], name, { type: blob.type.split(';')[0]! }) }]);
  }
  return (
    <section aria-label={words.samplesTitle}>
      <Text c="dimmed" mt="xl">
        {words.samplesTitle}
      </Text>
      <div className={classes.samples}>
        {words.samples.map(({ file, title, note }) => (
          <UnstyledButton key={file} className={classes.sample} onClick={() => addSample(file)}>
            <span className={classes.thumb}>
              <FileIcon format={readExtension(file)} />
            </span>
            <span>
              <Text fw={500}>{title}</Text>
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            </span>
          </UnstyledButton>
        ))}
      </div>
    </section>
  );
}
