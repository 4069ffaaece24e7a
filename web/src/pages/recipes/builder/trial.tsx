import { Button, Progress, Text } from '@mantine/core';
import type { RecipePreview } from '../../../api/recipes.ts';
import { strings } from '../../../wording/strings.ts';
import type { Draft } from '../draft.ts';
import { ChooseFile } from './choose-file.tsx';
import type { TrialHandle } from './use-trial.ts';

const words = strings.recipes;

/** Tries the steps on a file without saving them; each step shows its result. */
export function Trial({
  draft,
  preview,
  trial,
}: {
  draft: Draft;
  preview: RecipePreview | undefined;
  trial: TrialHandle;
}) {
  const ready = preview?.valid ?? false;
  return (
    <section aria-label={words.tryIt}>
      <h2>{words.tryIt}</h2>
      <ChooseFile
        accepts={preview?.accepts ?? []}
        label={ready ? words.tryDrop : words.tryNotYet}
        disabled={!ready || trial.busy}
        onTake={input => trial.start(draft, input)}
      />
      {trial.input && (
        <Text mt="xs" role="status">
          {trial.busy ? words.trying(trial.input.name) : words.tried(trial.input.name)}
        </Text>
      )}
      {trial.busy && trial.sent !== undefined && trial.sent < 1 && (
        <Progress value={trial.sent * 100} size="xs" mt={4} aria-label={words.sending} />
      )}
      {trial.problem && (
        <Text mt="xs" c="var(--bad)" role="alert">
          {trial.problem}
        </Text>
      )}
      {trial.input && !trial.busy && (
        <Button size="compact-sm" variant="subtle" color="gray" mt="xs" onClick={trial.clear}>
          {words.clearTrial}
        </Button>
      )}
    </section>
  );
}
