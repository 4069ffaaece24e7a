import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { describeProblem } from '../../api/problem.ts';
import { queryClient } from '../../api/query-client.ts';
import { useMay, useWorkspaceApi } from '../../api/workspace.ts';
import { CodeBlock } from '../../components/code/code-block.tsx';
import { type Act, asCurl } from '../../components/program/program.ts';
import { strings } from '../../wording/strings.ts';
import classes from './convert.module.css';

const words = strings.keyCard;
const storageKey = 'filemill.key-card';

/** Shows the action of the first result as a curl command, with a key that is created here and shown once. */
export function KeyCard({ act }: { act: Act }) {
  const api = useWorkspaceApi();
  const may = useMay('admin');
  const [hidden, setHidden] = useState(() => localStorage.getItem(storageKey) === 'seen');
  const [key, setKey] = useState<string>();
  const [problem, setProblem] = useState<string>();
  if (hidden || !may) return null;
  const hide = () => {
    localStorage.setItem(storageKey, 'seen');
    setHidden(true);
  };
  async function make() {
    try {
      const created = await api.keys.create({ name: words.keyName });
      setKey(created.key);
      queryClient.invalidateQueries({ queryKey: ['keys'] });
    } catch (error) {
      setProblem(describeProblem(error));
    }
  }
  const base = `${document.baseURI.replace(/\/$/, '')}/api/public`;
  return (
    <section className={classes.card} aria-label={words.title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Text fw={600}>{words.title}</Text>
          <Text c="dimmed">{key ? words.shownOnce : words.lead}</Text>
        </div>
        <ActionIcon aria-label={words.close} onClick={hide}>
          <X size={16} />
        </ActionIcon>
      </Group>
      {key ? (
        <CodeBlock code={asCurl(act, base).replace('$FILEMILL_API_KEY', key)} name={words.line} />
      ) : (
        <Button mt="sm" size="xs" variant="default" onClick={make}>
          {words.make}
        </Button>
      )}
      {problem && (
        <Text c="var(--bad)" role="alert">
          {problem}
        </Text>
      )}
    </section>
  );
}
