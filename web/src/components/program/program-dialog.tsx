import { Modal, Tabs, Text } from '@mantine/core';
import { strings } from '../../wording/strings.ts';
import { CodeBlock } from '../code/code-block.tsx';
import { useFocusBack } from '../dialogs/focus-back.ts';
import { type Act, asClient, asCurl, asStep } from './program.ts';

const words = strings.program;

/** The same action as curl, as client code and, for a job, as a recipe step. */
export function ProgramDialog({ act, onClose }: { act: Act | undefined; onClose: () => void }) {
  useFocusBack();
  const origin = document.baseURI.replace(/\/$/, '');
  return (
    <Modal opened={act !== undefined} onClose={onClose} title={words.title} size="lg">
      {act && (
        <>
          <Text c="dimmed" mb="md">
            {words.lead}
          </Text>
          <Tabs defaultValue="curl">
            <Tabs.List>
              <Tabs.Tab value="curl">{words.curl}</Tabs.Tab>
              <Tabs.Tab value="client">{words.client}</Tabs.Tab>
              {asStep(act) && <Tabs.Tab value="step">{words.step}</Tabs.Tab>}
            </Tabs.List>
            <Tabs.Panel value="curl" pt="md">
              <CodeBlock code={asCurl(act, `${origin}/api/public`)} name={words.curl} />
            </Tabs.Panel>
            <Tabs.Panel value="client" pt="md">
              <CodeBlock code={asClient(act, origin)} name={words.client} />
            </Tabs.Panel>
            <Tabs.Panel value="step" pt="md">
              <CodeBlock code={asStep(act) ?? ''} name={words.step} />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Modal>
  );
}
