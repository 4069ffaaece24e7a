import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { type RunJobs, readStep } from '../../../api/gather-runs.ts';
import { hasEnded } from '../../../api/jobs.ts';
import { formatDuration } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import { JobRow, WorkRow } from './job-row.tsx';
import classes from './job-table.module.css';

/** A run of a recipe as one row, which opens to show the jobs of its steps. */
export function RunRows({ run: { id, recipeName, jobs } }: { run: RunJobs }) {
  const [opened, setOpened] = useState(false);
  const [first] = jobs;
  // A step that runs for each of several files has as many jobs.
  const stepCount = new Set(jobs.map(readStep)).size;
  const last = jobs.at(-1)!;
  const failed = jobs.find(({ status }) => status === 'failed');
  const { status } = failed ?? jobs.find(job => !hasEnded(job.status)) ?? last;
  const milliseconds = Date.parse(last.completedAt ?? '') - Date.parse(first.createdAt);
  const Chevron = opened ? ChevronDown : ChevronRight;
  return (
    <>
      <WorkRow
        job={first}
        target={recipeName}
        link={content => (
          <Link to="/runs/$runId" params={{ runId: id }} className={classes.what}>
            {content}
          </Link>
        )}
        state={status}
        failed={failed}
        source={
          <span className={classes.source}>
            <Waypoints size={14} strokeWidth={1.75} aria-hidden="true" />
            {strings.jobs.sources.recipe}
          </span>
        }
        taken={hasEnded(status) && milliseconds > 0 ? formatDuration(milliseconds) : ''}
        more={
          jobs.length > 1 && (
            <UnstyledButton
              className={classes.steps}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            >
              <Chevron size={14} aria-hidden="true" className={classes.chevron} />
              {strings.convert.recipeNote(stepCount)}
            </UnstyledButton>
          )
        }
      />
      {opened && jobs.map(job => <JobRow key={job.id} job={job} isStep />)}
    </>
  );
}
