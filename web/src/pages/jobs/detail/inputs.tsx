import { useQuery } from '@tanstack/react-query';
import { artifactQuery } from '../../../api/artifacts.ts';
import type { Job } from '../../../api/jobs.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Preview } from '../../../components/preview/preview.tsx';
import { Fold } from '../../../components/result/fold.tsx';
import { Thumbnail } from '../../../components/thumbnail/thumbnail.tsx';
import { formatBytes } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import classes from './files.module.css';

const words = strings.job;

/** The file that a job without a result got. */
export function InputPreview({ job }: { job: Job }) {
  const workspace = useWorkspace();
  const { data } = useQuery(artifactQuery(workspace.id, job.inputs[0]?.artifactId));
  if (!data?.downloadUrl) return null;
  return (
    <div className={classes.input}>
      <Preview file={{ ...data, url: data.downloadUrl }} />
    </div>
  );
}

export function Inputs({ job }: { job: Job }) {
  return (
    <Fold title={words.inputs(job.inputs.length)}>
      <ul className={classes.files}>
        {job.inputs.map(input => {
          return (
            <li key={input.index} className={classes.file}>
              <Thumbnail artifactId={input.artifactId} filename={input.filename} size={48} />
              <span className={classes.name}>
                <span className="ellipsis" dir="auto">
                  {input.filename}
                </span>
                <span className="dim">
                  {[formatBytes(input.fileSize), ...(input.uploaded ? [] : [words.notUploaded])].join(' · ')}
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </Fold>
  );
}
