import type { JobType } from '@filemill/client';
import type { Job } from '../../../api/jobs.ts';
import { Fact, Facts } from '../../../components/facts/facts.tsx';
import { Fold } from '../../../components/result/fold.tsx';
import { describeOptions } from '../../../wording/options.ts';
import { strings } from '../../../wording/strings.ts';

const words = strings.job;

export function Options({ job, type }: { job: Job; type: JobType | undefined }) {
  const options = describeOptions(job.options, type);
  return (
    <Fold title={words.options}>
      {options.length === 0 ? (
        <span className="dim">{words.noOptions}</span>
      ) : (
        <Facts>
          {options.map(({ name, title, text, isDefault }) => (
            <Fact key={name} name={title}>
              {text} {isDefault && <span className="dim">{words.asUsual}</span>}
            </Fact>
          ))}
        </Facts>
      )}
    </Fold>
  );
}
