import { Alert, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useJobTypes } from '../../../api/job-types.ts';
import { jobHistoryQuery, jobQuery } from '../../../api/jobs.ts';
import { recipeQuery } from '../../../api/recipes.ts';
import { type RecipeRun, runHasEnded, runQuery } from '../../../api/runs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Back } from '../../../components/back/back.tsx';
import { Fact, Facts } from '../../../components/facts/facts.tsx';
import { Ident } from '../../../components/ident.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Page } from '../../../components/page.tsx';
import { Fold } from '../../../components/result/fold.tsx';
import { ResultPage } from '../../../components/result/result.tsx';
import { State } from '../../../components/state/state.tsx';
import { When } from '../../../components/when/when.tsx';
import { formatBytes } from '../../../wording/figures.ts';
import { describeFailure, failureWords, isLocked, joinByArrows } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import { RunActions } from './run-actions.tsx';
import classes from './run-page.module.css';
import { RunStep } from './run-step.tsx';

const words = strings.recipes;

/** The text in place of a result that does not exist yet, or never will. */
function Waiting({ run }: { run: RecipeRun }) {
  const failed = run.steps.find(({ failure }) => failure);
  if (failed?.failure)
    return (
      <Alert
        color="red"
        variant="light"
        icon={<CircleAlert size={18} aria-hidden="true" />}
        title={words.failedAt(failed.index + 1, failed.name)}
      >
        {describeFailure(failed.failure)}{' '}
        {isLocked(failed.failure.reason) ? words.lockedStep : failureWords(failed.failure.reason).todo}
        {failed.jobId && isLocked(failed.failure.reason) && (
          <Button
            component={Link}
            to="/jobs/$jobId"
            params={{ jobId: failed.jobId } as never}
            mt="md"
            display="table"
          >
            {failureWords(failed.failure.reason).act}
          </Button>
        )}
      </Alert>
    );
  return (
    <div className={classes.waiting} role="status">
      {runHasEnded(run)
        ? strings.result.nothing
        : words.stepsDone(run.steps.filter(({ status }) => status === 'completed').length, run.steps.length)}
    </div>
  );
}

/** Finds the step whose files are the result, if there is one such step and it is done. */
function findFinalStep({ steps, result }: RecipeRun): RecipeRun['steps'][number] | undefined {
  const names = new Set(result?.files.map(({ artifactId }) => artifactId));
  const [final, ...others] = steps.filter(({ outputs }) => outputs.some(file => names.has(file.artifactId)));
  return others.length === 0 ? final : undefined;
}

/** One run: each step with its state, duration and outputs. */
export function RunPage() {
  const workspace = useWorkspace();
  const types = useJobTypes();
  const { runId } = useParams({ from: '/shell/runs/$runId' });
  const { data: run, error, refetch } = useQuery(runQuery(workspace.id, runId));
  const { data: recipe, isError: lacksRecipe } = useQuery({
    ...recipeQuery(workspace.id, run?.recipeId ?? ''),
    enabled: run !== undefined,
    retry: false,
  });
  const firstJob = run?.steps[0]?.jobId;
  const { data: first } = useQuery({
    ...jobQuery(workspace.id, firstJob ?? ''),
    enabled: firstJob !== undefined,
    retry: false,
  });
  // The recipe of a trial was never saved; its jobs know what it was called.
  const { data: history } = useQuery(
    jobHistoryQuery(workspace.id, firstJob ?? '', lacksRecipe ? first?.status : undefined),
  );
  if (!run)
    return (
      <Page title={words.oneRun} back={<Back to="/recipes">{words.title}</Back>}>
        {error ? (
          <LoadError error={error} onRetry={refetch} list={{ to: '/recipes', title: words.title }} />
        ) : (
          <Skeleton height={240} />
        )}
      </Page>
    );
  // The first step's job knows the name of the file that was given.
  const name =
    recipe?.name ?? history?.origin.run?.recipeName ?? (lacksRecipe ? words.deletedRecipe : words.oneRun);
  const given = first?.inputs[0];
  const final = findFinalStep(run);
  return (
    <Page
      title={given ? joinByArrows(given.filename, name) : name}
      back={
        recipe ? (
          <Back to="/recipes/$recipeId" params={{ recipeId: recipe.id }}>
            {recipe.name}
          </Back>
        ) : (
          <Back to="/recipes">{words.title}</Back>
        )
      }
      lead={
        <span className={classes.lead}>
          <State state={run.status} />
          <When time={run.createdAt} />
          {final && <span dir="auto">{words.resultOf(final.index + 1, final.name)}</span>}
        </span>
      }
      actions={<RunActions run={run} recipe={recipe} inputId={given?.artifactId} />}
      shortLead
    >
      <ResultPage
        files={run.result?.files ?? []}
        fileCount={run.result?.fileCount}
        archiveUrl={run.result?.archiveUrl}
        warnings={run.result?.warnings}
        sourceId={given?.artifactId}
        deletes={run.deleteAfterDownload === true}
        instead={<Waiting run={run} />}
      >
        <h2 className={classes.heading}>{words.steps}</h2>
        <ol className={classes.steps} aria-label={words.steps}>
          {run.steps.map(step => (
            <RunStep
              deletes={run.deleteAfterDownload === true}
              key={step.index}
              step={step}
              title={types.find(({ id }) => id === step.jobType)?.title}
            />
          ))}
        </ol>
        <Fold title={strings.job.about}>
          <Facts>
            <Fact name={words.runId}>
              <Ident value={run.id} name={words.runId} />
            </Fact>
            {given && (
              <Fact name={strings.job.inputs(1)}>
                {given.filename} · {formatBytes(given.fileSize)}
              </Fact>
            )}
          </Facts>
        </Fold>
      </ResultPage>
    </Page>
  );
}
