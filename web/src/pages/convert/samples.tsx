import { Text, UnstyledButton } from '@mantine/core';
import type { Brought } from '../../added-files/bring.ts';
import { extensionOf, FileIcon } from '../../components/file-icon.tsx';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';

const words = strings.convert;

/** Files of ours to try things with, served with the page. */
export function Samples({ onBring }: { onBring: (brought: Brought[]) => void }) {
  async function bring(name: string) {
    const response = await fetch(new URL(`samples/${name}`, document.baseURI));
    const blob = await response.blob();
    onBring([{ file: new File([blob], name, { type: blob.type.split(';')[0]! }) }]);
  }
  return (
    <section aria-label={words.samplesTitle}>
      <Text c="dimmed" mt="xl">
        {words.samplesTitle}
      </Text>
      <div className={classes.samples}>
        {words.samples.map(({ file, title, note }) => (
          <UnstyledButton key={file} className={classes.sample} onClick={() => bring(file)}>
            <span className={classes.thumb}>
              <FileIcon format={extensionOf(file)} />
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
