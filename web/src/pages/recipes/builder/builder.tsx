import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { useJobTypes } from '../../../api/job-types.ts';
import { describeProblem } from '../../../api/problem.ts';
import { previewQuery, type Recipe, saveRecipe } from '../../../api/recipes.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { Back } from '../../../components/back/back.tsx';
import { Page } from '../../../components/page.tsx';
import { ProgramButton } from '../../../components/program/program-button.tsx';
import { strings } from '../../../wording/strings.ts';
import { type Draft, isSame, sentSteps } from '../draft.ts';
import classes from './builder.module.css';
import { BuilderMenu } from './builder-menu.tsx';
import { Chain } from './chain.tsx';
import { Examples } from './examples.tsx';
import { GoldenFiles } from './golden-files.tsx';
import { RunOn } from './run-on.tsx';
import { Runs } from './runs.tsx';
import { Trial } from './trial.tsx';
import { keepTrial, useTrial } from './use-trial.ts';
import { Versions } from './versions.tsx';

const words = strings.recipes;
const typingMs = 250;

/** The recipe editor: the steps with their problems, a trial, and the runs once it is saved. */
export function Builder({ start, recipe }: { start: Draft; recipe?: Recipe }) {
  const workspace = useWorkspace();
  const navigate = useNavigate();
  const mayWrite = useMay('member');
  const types = useJobTypes();
  const [draft, setDraft] = useState(start);
  const [busy, setBusy] = useState(false);
  const [nameProblem, setNameProblem] = useState<string>();
  const nameField = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [settled] = useDebouncedValue(draft.steps, typingMs);
  const { data: preview } = useQuery(previewQuery(workspace.id, recipe?.id, sentSteps(settled)));
  const trial = useTrial(recipe?.id);
  const dirty = !isSame(draft, start) || (!recipe && draft.steps.length > 0);
  useBlocker({
    shouldBlockFn: () => dirty && !busy && !window.confirm(words.leave),
    enableBeforeUnload: () => dirty && !busy,
  });

  const invalid = preview?.steps.find(({ errors }) => errors.length > 0);
  const hint =
    draft.steps.length === 0 ? words.addFirst : invalid ? words.checkStep(invalid.index + 1) : undefined;

  const save = async () => {
    const isNamed = draft.name.trim() !== '';
    setNameProblem(isNamed ? undefined : strings.problems.fillIn(words.name));
    if (!isNamed) return nameField.current?.focus();
    setBusy(true);
    try {
      const made = await saveRecipe(workspace.id, recipe?.id, {
        name: draft.name.trim(),
        description: draft.description,
        steps: sentSteps(draft.steps),
      });
      notifications.show({ message: words.saved(made.name) });
      if (!recipe) {
        keepTrial(made.id);
        await navigate({ to: '/recipes/$recipeId', params: { recipeId: made.id }, replace: true });
      }
    } catch (error) {
      notifications.show({ color: 'red', message: describeProblem(error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Page
      title={draft.name || words.untitled}
      back={<Back to="/recipes">{words.title}</Back>}
      actions={
        <>
          <BuilderMenu draft={draft} recipe={recipe} onImport={setDraft} />
          {recipe && !dirty && (
            <>
              <ProgramButton
                act={{
                  runs: `recipes/${recipe.id}`,
                  options: {},
                  filenames: [strings.job.someFile],
                  result: strings.job.someResult,
                }}
              />
              <RunOn recipe={recipe} />
            </>
          )}
          {mayWrite && (dirty || !recipe) && (
            <>
              {hint && (
                <Text c="dimmed" id={hintId}>
                  {hint}
                </Text>
              )}
              <Button
                onClick={save}
                loading={busy}
                disabled={!preview?.valid}
                aria-describedby={hint && hintId}
              >
                {words.save}
              </Button>
            </>
          )}
        </>
      }
    >
      <div className={classes.head}>
        <TextInput
          ref={nameField}
          label={words.name}
          value={draft.name}
          placeholder={words.untitled}
          maxLength={200}
          error={nameProblem}
          onChange={event => {
            setDraft({ ...draft, name: event.currentTarget.value });
            setNameProblem(undefined);
          }}
        />
        <Textarea
          label={words.description}
          value={draft.description}
          placeholder={words.descriptionHint}
          maxLength={2000}
          autosize
          minRows={1}
          onChange={event => setDraft({ ...draft, description: event.currentTarget.value })}
        />
      </div>
      <div className={classes.columns}>
        <div>
          <Chain
            steps={draft.steps}
            types={types}
            preview={preview}
            trial={trial.steps}
            onChange={steps => setDraft({ ...draft, steps })}
          />
          {draft.steps.length === 0 && !recipe && <Examples onChoose={setDraft} />}
        </div>
        <aside className={classes.side}>
          {mayWrite && <Trial draft={draft} preview={preview} trial={trial} />}
          {recipe && (
            <>
              <Runs recipe={recipe} />
              <GoldenFiles recipe={recipe} />
              <Versions recipe={recipe} mayRestore={!dirty} />
            </>
          )}
        </aside>
      </div>
    </Page>
  );
}
