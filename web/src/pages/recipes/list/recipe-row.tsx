import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Recipe } from '../../../api/recipes.ts';
import { lastRunQuery } from '../../../api/runs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { State } from '../../../components/state/state.tsx';
import { useSeen } from '../../../components/thumbnail/use-seen.ts';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';
import { RunOn } from '../builder/run-on.tsx';
import classes from './recipes-page.module.css';

const words = strings.recipes;

/** The state and the time of the latest run, as a link to it. */
function LastRun({ recipe }: { recipe: Recipe }) {
  const workspace = useWorkspace();
  const { element, isSeen } = useSeen();
  const { data: run } = useQuery({ ...lastRunQuery(workspace.id, recipe.id), enabled: isSeen });
  return (
    <span ref={element} className={classes.last}>
      {run && (
        <Link to="/runs/$runId" params={{ runId: run.id }} title={words.lastRun}>
          <State state={run.status} />
          <span className="dim">
            <When time={run.createdAt} />
          </span>
        </Link>
      )}
      {run === null && <span className="dim">{words.noRuns}</span>}
    </span>
  );
}

/** One recipe with its steps and its latest run. It can be run here. */
export const RecipeRow = ({ recipe, steps }: { recipe: Recipe; steps: string }) => (
  <li className={classes.recipe}>
    <Link to="/recipes/$recipeId" params={{ recipeId: recipe.id }} className={classes.open}>
      <span className={classes.name}>{recipe.name}</span>
      <span className={`${classes.does} ellipsis`}>{steps}</span>
    </Link>
    <LastRun recipe={recipe} />
    <RunOn recipe={recipe} inList />
  </li>
);
