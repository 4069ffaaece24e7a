import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import { gatherRuns } from '../../../api/gather-runs.ts';
import { useJobTypes } from '../../../api/job-types.ts';
import { recipesQuery } from '../../../api/recipes.ts';
import { useWorkspace, useWorkspaceApi } from '../../../api/workspace.ts';
import { Thumbnail } from '../../../components/thumbnail/thumbnail.tsx';
import { When } from '../../../components/when/when.tsx';
import { describeJob, joinByArrows } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './gallery.module.css';

const words = strings.convert.gallery;
const shown = 4;
/** How many are asked for, because each step of a recipe is a job. */
const asked = 30;

/** The newest results and recipes, to continue with. */
export function Recent() {
  const { id: workspaceId } = useWorkspace();
  const api = useWorkspaceApi();
  const jobTypes = useJobTypes();
  const { data: newest = [] } = useQuery({
    queryKey: ['jobs', workspaceId, 'recent'],
    queryFn: async () => (await api.jobs.list({ limit: asked })).jobs,
  });
  const { data: recipes = [] } = useQuery(recipesQuery(workspaceId));
  const results = gatherRuns(newest, true)
    .map(entry =>
      'jobs' in entry ? entry : { id: undefined, recipeName: undefined, jobs: [entry] as const },
    )
    .filter(({ jobs }) => jobs.every(({ status }) => status === 'completed'))
    // The recipe of a trial is not in the list: somebody who changes a recipe would see one entry for each attempt.
    .filter(({ jobs: [{ origin }] }) => !origin.run || recipes.some(({ id }) => id === origin.run?.recipeId))
    .slice(0, shown);
  if (results.length === 0 && recipes.length === 0) return null;
  return (
    <div className={classes.recent}>
      {results.length > 0 && (
        <section aria-label={words.results}>
          <Text component="h2" fw={600}>
            {words.results}
          </Text>
          <ul>
            {results.map(({ id, recipeName, jobs: [job] }) => (
              <li key={job.id}>
                <Thumbnail
                  artifactId={job.inputs[0]?.artifactId}
                  filename={job.inputs[0]?.filename ?? ''}
                  size={28}
                />
                {id === undefined ? (
                  <Link to="/jobs/$jobId" params={{ jobId: job.id }} className="ellipsis">
                    {describeJob(
                      job,
                      jobTypes.find(type => type.id === job.type),
                    )}
                  </Link>
                ) : (
                  <Link to="/runs/$runId" params={{ runId: id }} className="ellipsis">
                    {joinByArrows(job.inputs[0]?.filename ?? '', recipeName)}
                  </Link>
                )}
                <span className="dim">
                  <When time={job.createdAt} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {recipes.length > 0 && (
        <section aria-label={words.recipes}>
          <Text component="h2" fw={600}>
            {words.recipes}
          </Text>
          <ul>
            {recipes.slice(0, shown).map(({ id, name }) => (
              <li key={id}>
                <Waypoints size={16} strokeWidth={1.75} aria-hidden="true" />
                <Link to="/recipes/$recipeId" params={{ recipeId: id }} className="ellipsis" dir="auto">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
