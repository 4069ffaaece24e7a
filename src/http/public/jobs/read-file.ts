import { ApiError, makeDetail } from '../../../contract/errors.ts';
import type { DeclaredFile, GivenFile } from '../../../domain/work/jobs/create.ts';

const fileFields = ['filename', 'fileSize', 'contentType'] as const;

/** Reads an input of a new job: a file to be uploaded or an existing artifact, exactly one of them. `at` is its path in the body. */
export function readFile(
  body: Partial<DeclaredFile> & { inputArtifactId?: string },
  at = '',
): DeclaredFile | GivenFile {
  const { inputArtifactId: artifactId, filename, fileSize, contentType } = body;
  const given = artifactId !== undefined;
  const wrong = fileFields.filter(name => (body[name] !== undefined) === given);
  if (given && wrong.length === 0) return { artifactId };
  if (!given && filename !== undefined && fileSize !== undefined && contentType !== undefined)
    return { filename, fileSize, contentType };
  const says = given
    ? 'must be left out where inputArtifactId is given'
    : 'is required, or inputArtifactId in place of the file';
  const details = wrong.map(name => makeDetail(`${at}${name}`, says));
  throw new ApiError('validation_failed', { message: details[0]!.message, details });
}
