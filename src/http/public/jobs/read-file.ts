import { ApiError, makeDetail } from '../../../contract/errors.ts';
import { type Allowed, requireReachable } from '../../../domain/outgoing/webhooks/allowed.ts';
import type { DeclaredFile, RequestedFile } from '../../../domain/work/jobs/create.ts';
import { FilePlaces } from '../../../jobs/input-files.ts';
import type { JobType } from '../../../jobs/job-type.ts';

const fileFields = ['filename', 'fileSize', 'contentType'] as const;

type GivenInput = Partial<DeclaredFile> & { inputArtifactId?: string; inputUrl?: string };

/** The files of a new job in the order of their roles. `at` returns the path in the body of the file at an index. */
interface OrderedFiles {
  files: RequestedFile[];
  at(index: number): string;
}

/** Refuses addresses that may not be contacted. */
export function requireFetchable({ files, at }: OrderedFiles, hosts: Allowed): void {
  for (const [index, file] of files.entries())
    if ('url' in file)
      requireReachable(file.url, hosts, at(index).replace('contentType', 'inputUrl'), 'FETCH_ALLOW_HOSTS');
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

/** Refuses fields that make no sense next to `inputUrl`. */
function readUrl(
  { inputUrl, filename, contentType, ...rest }: GivenInput & { role?: string },
  at: string,
): RequestedFile {
  const wrong = (['inputArtifactId', 'fileSize'] as const).filter(name => rest[name] !== undefined);
  const details = wrong.map(name => makeDetail(`${at}${name}`, 'must be left out where inputUrl is given'));
  if (details[0]) throw new ApiError('validation_failed', { message: details[0].message, details });
  return {
    url: inputUrl!,
    ...(filename !== undefined && { filename }),
    ...(contentType !== undefined && { contentType }),
  };
}

/** Reads an input of a new job: a file to be uploaded, an existing artifact or an address, exactly one of them. `at` is its path in the body. */
export function readFile(body: GivenInput, at = ''): RequestedFile {
  if (body.inputUrl !== undefined) return readUrl(body, at);
  const { inputArtifactId: artifactId, filename, fileSize, contentType } = body;
  const given = artifactId !== undefined;
  const wrong = fileFields.filter(name => (body[name] !== undefined) === given);
  if (given && wrong.length === 0) return { artifactId };
  if (!given && filename !== undefined && fileSize !== undefined && contentType !== undefined)
    return { filename, fileSize, contentType };
  const says = given
    ? 'must be left out where inputArtifactId is given'
    : 'is required, or inputArtifactId or inputUrl in place of the file';
  const details = wrong.map(name => makeDetail(`${at}${name}`, says));
  throw new ApiError('validation_failed', { message: details[0]!.message, details });
}
