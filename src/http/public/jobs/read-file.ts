import { ApiError, makeDetail } from '../../../contract/errors.ts';
import type { DeclaredFile, GivenFile } from '../../../domain/work/jobs/create.ts';
import { FilePlaces } from '../../../jobs/input-files.ts';
import type { JobType } from '../../../jobs/job-type.ts';

const fileFields = ['filename', 'fileSize', 'contentType'] as const;

type GivenInput = Partial<DeclaredFile> & { inputArtifactId?: string };

/** The files of a new job in the order of their roles. `at` returns the path in the body of the file at an index. */
interface OrderedFiles {
  files: (DeclaredFile | GivenFile)[];
  at(index: number): string;
}

/** Reads the list of files of a new job. Those with a role take their places before those without. */
export function readFiles(job: JobType, list: (GivenInput & { role?: string })[]): OrderedFiles {
  const places = new FilePlaces(job);
  const read = list.map((file, position) => ({
    role: file.role,
    file: readFile(file, `files.${position}.`),
    at: `files.${position}`,
  }));
  const placed = [...read.filter(({ role }) => role), ...read.filter(({ role }) => !role)]
    .map(each => ({ ...each, index: places.take(each.role, each.role ? `${each.at}.role` : each.at) }))
    .sort((a, b) => a.index - b.index);
  places.requireAll('files');
  return {
    files: placed.map(({ file }) => file),
    at: index => `${placed[index]?.at}.contentType`,
  };
}

/** Reads an input of a new job: a file to be uploaded or an existing artifact, exactly one of them. `at` is its path in the body. */
export function readFile(body: GivenInput, at = ''): DeclaredFile | GivenFile {
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
