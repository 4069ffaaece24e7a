import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { BadgeCheck, Ban, RotateCcw } from 'lucide-react';
import { addGoldenFile } from '../../../api/golden-files.ts';
import type { Recipe } from '../../../api/recipes.ts';
import { cancelRun, type RecipeRun, runHasEnded, startRun } from '../../../api/runs.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { strings } from '../../../wording/strings.ts';

/** The actions of a run: cancel it while it goes on, later run it again or keep its result as a golden file. */
export function RunActions({
  run,
  recipe,
  inputId,
}: {
  run: RecipeRun;
  recipe: Recipe | undefined;
  /** The stored file that the run was given, while it is kept. */
  inputId: string | undefined;
}) {
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  if (!useMay('member')) return null;
  if (!runHasEnded(run))
    return (
      <Button
        variant="default"
        leftSection={<Ban size={16} aria-hidden="true" />}
        onClick={() => attempt(() => cancelRun(workspaceId, run.id))}
      >
        {strings.job.cancel}
      </Button>
    );
  if (!recipe) return null;
  const runAgain = () =>
    attempt(async () => {
      const { id } = await startRun(workspaceId, recipe.id, inputId!);
      await navigate({ to: '/runs/$runId', params: { runId: id } });
    });
  const accept = () =>
    attempt(async () => {
      await addGoldenFile(workspaceId, recipe.id, run.id);
      notifications.show({ message: strings.goldenFiles.added });
    });
  return (
    <>
      {inputId && (
        <Button variant="default" leftSection={<RotateCcw size={16} aria-hidden="true" />} onClick={runAgain}>
          {strings.job.runAgain}
        </Button>
      )}
      {run.result && (
        <MoreMenu label={strings.job.more}>
          <Menu.Item leftSection={<BadgeCheck size={16} aria-hidden="true" />} onClick={accept}>
            {strings.goldenFiles.add}
          </Menu.Item>
        </MoreMenu>
      )}
    </>
  );
}
