import { Link } from '@tanstack/react-router';
import type { Job, JobHistory } from '../../../api/jobs.ts';
import { Fact, Facts } from '../../../components/facts/facts.tsx';
import { Ident } from '../../../components/ident.tsx';
import { Fold } from '../../../components/result/fold.tsx';
import { When } from '../../../components/when/when.tsx';
import { strings } from '../../../wording/strings.ts';

const words = strings.job;

export function About({ job, origin }: { job: Job; origin: JobHistory['origin'] | undefined }) {
  const metadata = Object.entries(job.metadata);
  return (
    <Fold title={words.about}>
      <Facts>
        <Fact name={words.id}>
          <Ident value={job.id} name={words.id} />
        </Fact>
        <Fact name={strings.jobs.source}>
          {origin?.run ? (
            <Link to="/runs/$runId" params={{ runId: origin.run.id }}>
              {words.stepOf(origin.run.stepIndex + 1, origin.run.recipeName)}
            </Link>
          ) : (
            (origin?.key?.name ?? strings.jobs.sources[job.source])
          )}
        </Fact>
        {job.result && job.result.engines.length > 0 && (
          <Fact name={words.engines}>
            {job.result.engines.map(({ name, version }) => (
              <div key={name}>
                {name} <span className="dim">{version}</span>
              </div>
            ))}
          </Fact>
        )}
        {job.result?.reusedFrom && (
          <Fact name={words.reusedFrom}>
            <Link to="/jobs/$jobId" params={{ jobId: job.result.reusedFrom }}>
              {job.result.reusedFrom}
            </Link>
          </Fact>
        )}
        {job.credits > 0 && <Fact name={words.credits}>{job.credits}</Fact>}
        {job.expiresAt && (
          <Fact name={words.erased}>
            <When time={job.expiresAt} />
          </Fact>
        )}
        {metadata.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </Facts>
    </Fold>
  );
}
