import { Button, Modal, Progress, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useState } from 'react';
import { describeProblem } from '../../../api/problem.ts';
import type { Recipe } from '../../../api/recipes.ts';
import { startRun, uploadFile } from '../../../api/runs.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { strings } from '../../../wording/strings.ts';
import { ChooseFile } from './choose-file.tsx';
import type { TrialInput } from './use-trial.ts';

const words = strings.recipes;

/** Runs a saved recipe on a file and opens the run. */
export function RunOn({ recipe, inList = false }: { recipe: Recipe; inList?: boolean }) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const mayRun = useMay('member');
  const [opened, { open, close }] = useDisclosure(false);
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const run = async ({ file, artifactId }: TrialInput) => {
    setProblem(undefined);
    setSent(0);
    try {
      const kept = artifactId ?? (await uploadFile(workspace.id, file!, setSent));
      const { id } = await startRun(workspace.id, recipe.id, kept);
      await navigate({ to: '/runs/$runId', params: { runId: id } });
    } catch (error) {
      setProblem(describeProblem(error));
    } finally {
      setSent(undefined);
    }
  };
  if (!mayRun) return null;
  return (
    <>
      <Button
        leftSection={<Play size={inList ? 14 : 16} aria-hidden="true" />}
        onClick={open}
        {...(inList && { size: 'xs', variant: 'default', 'aria-label': words.runTitle(recipe.name) })}
      >
        {words.run}
      </Button>
      <Modal opened={opened} onClose={close} title={words.runTitle(recipe.name)}>
        <ChooseFile
          accepts={recipe.accepts}
          label={words.runDrop}
          disabled={sent !== undefined}
          onTake={run}
        />
        {sent !== undefined && <Progress value={sent * 100} mt="md" aria-label={words.sending} />}
        {problem && (
          <Text c="var(--bad)" mt="md" role="alert">
            {problem}
          </Text>
        )}
      </Modal>
    </>
  );
}
