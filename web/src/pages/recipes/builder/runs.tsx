import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { artifactQuery } from '../../../api/artifacts.ts';
import type { Recipe } from '../../../api/recipes.ts';
import { type RecipeRun, runsQuery } from '../../../api/runs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { State } from '../../../components/state/state.tsx';
import { Thumbnail } from '../../../components/thumbnail/thumbnail.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';
import classes from './builder.module.css';

const words = strings.recipes;

/** The state of each step as an icon. */
const Strip = ({ run }: { run: RecipeRun }) => (
  <span className={classes.strip} aria-hidden="true">
    {run.steps.map(step => (
      <span key={step.index} data-state={step.status} title={step.name} />
    ))}
  </span>
);

/** The first file of the result, or the last one that a step made. */
const findFile = ({ result, steps }: RecipeRun) =>
  result?.files[0] ?? steps.flatMap(step => step.outputs).at(-1);

/** The name of a run's input, for a run without any result. */
function InputName({ id }: { id: string }) {
  const { data } = useQuery(artifactQuery(useWorkspace().id, id));
  return data?.filename ?? words.oneRun;
}

export function Runs({ recipe }: { recipe: Recipe }) {
  const workspace = useWorkspace();
  const { data = [] } = useQuery(runsQuery(workspace.id, recipe.id));
  return (
    <section aria-label={words.runs}>
      <h2>{words.runs}</h2>
      {data.length === 0 && <p className="dim">{words.noRuns}</p>}
      <ul className={classes.runs}>
        {data.map(run => {
          const { artifactId = run.inputArtifactId, filename = '' } = findFile(run) ?? {};
          return (
            <li key={run.id}>
              <Link to="/runs/$runId" params={{ runId: run.id }} className={classes.run}>
                <Thumbnail artifactId={artifactId} filename={filename} size={32} />
                <span className={classes.about}>
                  <span className="ellipsis" dir="auto">
                    {filename || <InputName id={run.inputArtifactId} />}
                  </span>
                  <span className={classes.progress}>
                    <State state={run.status} />
                    <Strip run={run} />
                  </span>
                </span>
                <span className="dim">
                  <When time={run.createdAt} />
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
