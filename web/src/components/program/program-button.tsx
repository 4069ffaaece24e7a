import { ActionIcon, Tooltip } from '@mantine/core';
import { CodeXml } from 'lucide-react';
import { useState } from 'react';
import { strings } from '../../wording/strings.ts';
import type { Act } from './program.ts';
import { ProgramDialog } from './program-dialog.tsx';

const words = strings.program;

/** The `</>` button, which shows the code for the same action. */
export function ProgramButton({ act }: { act: Act }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Tooltip label={words.title}>
        <ActionIcon size="lg" variant="default" onClick={() => setOpened(true)} aria-label={words.title}>
          <CodeXml size={18} />
        </ActionIcon>
      </Tooltip>
      <ProgramDialog act={opened ? act : undefined} onClose={() => setOpened(false)} />
    </>
  );
}
