import { ApiError, makeDetail } from '../../../contract/errors.ts';
import type { NewRun } from '../../../contract/schemas/run.ts';
import type { Database } from '../../../db/database.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { findArtifact } from '../../files/artifacts/find.ts';
import type { Asker } from '../../people/caller.ts';
import { findOutput } from '../jobs/files.ts';
import { requireReadableJob } from '../jobs/require-job.ts';

export interface RunInputArtifact {
  id: string;
  format: FormatId;
}

/** Refuses a request that does not name its input in exactly one of the two forms. */
export function requireOneForm(request: NewRun): void {
  const { inputArtifactId, inputJobId, inputOutputIndex, inputUrl, input, filename, contentType } = request;
  const fetched = inputUrl !== undefined || input !== undefined;
  const direct = inputArtifactId !== undefined || fetched;
  const byJob = inputJobId !== undefined || inputOutputIndex !== undefined;
  const described =
    filename !== undefined ? 'filename' : contentType !== undefined ? 'contentType' : undefined;
  if (!fetched && described)
    throw new ApiError('validation_failed', {
      message: `\`${described}\` describes the file of \`inputUrl\` or \`input\`, which is not given.`,
      details: [makeDetail(described, 'must be left out without inputUrl or input')],
    });
  const places = [inputArtifactId, inputUrl, input].filter(each => each !== undefined).length;
  if (direct === byJob || places > 1)
    throw new ApiError('validation_failed', {
      message: 'Give exactly one: inputArtifactId, inputUrl, input, or inputJobId with inputOutputIndex.',
      details: [
        makeDetail('inputArtifactId', 'must be given, or inputJobId with inputOutputIndex, but not both'),
      ],
    });
  if (byJob && (inputJobId === undefined || inputOutputIndex === undefined))
    throw new ApiError('validation_failed', {
      message: 'inputJobId and inputOutputIndex must be given together.',
      details: [makeDetail(inputJobId === undefined ? 'inputJobId' : 'inputOutputIndex', 'is required')],
    });
}

/** Finds the artifact that a request names, by its id or as an output of a completed job. */
export async function resolveInput(db: Database, asker: Asker, request: NewRun): Promise<RunInputArtifact> {
  if (request.inputArtifactId !== undefined) return findArtifact(db, asker, request.inputArtifactId);
  const job = await requireReadableJob(db, asker, request.inputJobId!);
  if (job.status !== 'completed')
    throw new ApiError('invalid_state', {
      message: `The job is ${job.status}; only a completed job has outputs.`,
    });
  const output = await findOutput(db, job.reused_from ?? job.id, request.inputOutputIndex!);
  if (!output)
    throw new ApiError('artifact_not_found', {
      message: `The job has ${job.file_count} outputs; \`inputOutputIndex\` counts from 0.`,
    });
  return { id: output.id, format: output.format };
}
