import type { JobType } from '@filemill/client';
import type { Job } from '../../../api/jobs.ts';
import { sayOptions } from '../../../wording/options.ts';
import { strings } from '../../../wording/strings.ts';
import { Fact, Facts, Section } from './section.tsx';

const words = strings.job;

export function Options({ job, type }: { job: Job; type: JobType | undefined }) {
  const options = sayOptions(job.options, type);
  return (
    <Section title={words.options}>
      {options.length === 0 ? (
        <span className="dim">{words.noOptions}</span>
      ) : (
        <Facts>
          {options.map(({ name, title, said, isDefault }) => (
            <Fact key={name} name={title}>
              {said} {isDefault && <span className="dim">{words.asUsual}</span>}
            </Fact>
          ))}
        </Facts>
      )}
    </Section>
  );
}
