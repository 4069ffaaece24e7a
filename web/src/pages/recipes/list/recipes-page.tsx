import { Button, Menu, Skeleton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { FileUp, Plus, Waypoints } from 'lucide-react';
import { useJobTypes } from '../../../api/job-types.ts';
import { type Recipe, recipesQuery } from '../../../api/recipes.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { Empty } from '../../../components/empty/empty.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Page } from '../../../components/page.tsx';
import { moveByArrows } from '../../../components/rows/move-by-arrows.ts';
import { useHidden } from '../../../undo/hidden.ts';
import { describeTarget, joinByArrows } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { importText, makeDraft } from '../draft.ts';
import { giveImported } from '../imported.ts';
import { chooseRecipeFile } from '../recipe-files.ts';
import { templates } from '../templates.ts';
import { RecipeRow } from './recipe-row.tsx';
import classes from './recipes-page.module.css';

const words = strings.recipes;

/** Summarises a recipe: "PDF → Number pages → Compress a PDF". */
function useSteps() {
  const types = useJobTypes();
  return (recipe: Recipe) =>
    joinByArrows(
      ...makeDraft(recipe).steps.map(({ jobType: type, options }) =>
        describeTarget(
          { type, options },
          types.find(({ id }) => id === type),
        ),
      ),
    );
}

function useImport() {
  const navigate = useNavigate();
  return async () => {
    const text = await chooseRecipeFile();
    if (text === undefined) return;
    const draft = importText(text);
    if (!draft) return notifications.show({ color: 'red', message: words.notARecipe });
    giveImported(draft);
    await navigate({ to: '/recipes/new' });
  };
}

export function RecipesPage() {
  const workspace = useWorkspace();
  const mayWrite = useMay('member');
  const hidden = useHidden();
  const { data, error, refetch } = useQuery(recipesQuery(workspace.id));
  const recipes = data?.filter(({ id }) => !hidden.has(id)) ?? [];
  const describeRecipe = useSteps();
  const importRecipe = useImport();
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        mayWrite && (
          <>
            <Button
              variant="default"
              leftSection={<FileUp size={16} aria-hidden="true" />}
              onClick={importRecipe}
            >
              {words.import}
            </Button>
            <Button component={Link} to="/recipes/new" leftSection={<Plus size={16} aria-hidden="true" />}>
              {words.new}
            </Button>
          </>
        )
      }
    >
      {error && !data && <LoadError error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton height={160} />}
      {data && recipes.length === 0 && (
        <Empty icon={Waypoints} title={words.empty} text={words.emptyText}>
          {mayWrite && (
            <Menu position="bottom" transitionProps={{ duration: 100 }}>
              <Menu.Target>
                <Button>{words.fromExample}</Button>
              </Menu.Target>
              <Menu.Dropdown>
                {(Object.keys(templates) as (keyof typeof templates)[]).map(id => (
                  <Menu.Item key={id} component={Link} to="/recipes/new" search={{ template: id } as never}>
                    {words.templates[id].name}
                    <div className="dim">{words.templates[id].does}</div>
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Empty>
      )}
      {recipes.length > 0 && (
        <ul className={classes.recipes} aria-label={words.title} onKeyDown={moveByArrows}>
          {recipes.map(recipe => (
            <RecipeRow key={recipe.id} recipe={recipe} steps={describeRecipe(recipe)} />
          ))}
        </ul>
      )}
    </Page>
  );
}
