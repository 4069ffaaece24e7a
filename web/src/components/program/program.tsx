import { ActionIcon, Modal, Tabs, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CodeXml } from 'lucide-react';
import { strings } from '../../strings.ts';
import { CodeBlock } from '../code/code-block.tsx';
import type { Program } from './programs.ts';

const words = strings.program;

/** The `</>` of anything: how a program does the same. */
export function ProgramButton({ programs }: { programs: Program[] }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Tooltip label={words.title}>
        <ActionIcon size="lg" variant="default" onClick={open} aria-label={words.title}>
          <CodeXml size={18} />
        </ActionIcon>
      </Tooltip>
      <Modal
        opened={opened}
        onClose={close}
        title={words.title}
        size="lg"
        closeButtonProps={{ 'aria-label': strings.acts.close }}
      >
        <Tabs defaultValue={programs[0]?.name ?? null}>
          <Tabs.List>
            {programs.map(({ name }) => (
              <Tabs.Tab key={name} value={name}>
                {name}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {programs.map(({ name, code }) => (
            <Tabs.Panel key={name} value={name} pt="md">
              <CodeBlock code={code} name={name} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Modal>
    </>
  );
}
