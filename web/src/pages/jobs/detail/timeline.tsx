import type { JobHistory } from '../../../api/jobs.ts';
import { Ident } from '../../../components/ident.tsx';
import { Fold } from '../../../components/result/fold.tsx';
import { When } from '../../../components/when/when.tsx';
import { formatDuration } from '../../../wording/figures.ts';
import { failureWords } from '../../../wording/jobs.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './timeline.module.css';

const words = strings.job;

/** The history of a job, with the duration of each phase. */
export function Timeline({ timeline }: { timeline: JobHistory['timeline'] }) {
  return (
    <Fold title={words.timeline}>
      <ol className={classes.timeline}>
        {timeline.map((each, index) => {
          const before = timeline[index - 1];
          const took = before && formatDuration(Date.parse(each.at) - Date.parse(before.at));
          return (
            <li key={`${each.what} ${each.at}`} data-what={each.what}>
              <div className={classes.line}>
                <span>{words.happenings[each.what]}</span>
                {took && <span className="dim">{words.after(took)}</span>}
              </div>
              <div className="dim">
                {index === 0 && <When time={each.at} />}
                {each.worker && <div className="ellipsis">{words.worker(each.worker)}</div>}
                {each.what === 'retried' && each.reason && <div>{failureWords(each.reason).says}</div>}
                {each.what === 'retried' && each.diagnosticId && (
                  <Ident value={each.diagnosticId} name={words.diagnosticId} />
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Fold>
  );
}
