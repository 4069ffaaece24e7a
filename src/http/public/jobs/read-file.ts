import { ApiError, makeDetail } from '../../../contract/errors.ts';
import { findConnection } from '../../../domain/files/connections/connections.ts';
import { requireReachable } from '../../../domain/outgoing/destinations/destinations.ts';
import type { Caller } from '../../../domain/people/caller.ts';
import type { DeclaredFile, RequestedFile } from '../../../domain/work/jobs/draft.ts';
import { FilePlaces } from '../../../jobs/input-files.ts';
import type { JobType } from '../../../jobs/job-type.ts';
import type { Services } from '../../app.ts';

const fileFields = ['filename', 'fileSize', 'contentType'] as const;

type GivenInput = Partial<DeclaredFile> & {
  inputArtifactId?: string;
  inputUrl?: string;
  input?: { connection: string; key: string };
};

/** The files of a new job in the order of their roles. `at` returns the path in the body of the file at an index. */
export interface OrderedFiles {
  files: RequestedFile[];
  at(index: number): string;
}

/** Refuses addresses that may not be contacted, and finds the connections that files name. */
export async function prepareFetched(
  { db, fetchHosts }: Pick<Services, 'db' | 'fetchHosts'>,
  { workspaceId }: Caller,
  { files, at }: OrderedFiles,
): Promise<OrderedFiles> {
  const prepared: RequestedFile[] = [];
  for (const [index, file] of files.entries()) {
    if ('url' in file)
      requireReachable(
        file.url,
        fetchHosts,
        at(index).replace('contentType', 'inputUrl'),
        'FETCH_ALLOW_HOSTS',
      );
    prepared.push(
      'connectionId' in file
        ? { ...file, connectionId: (await findConnection(db, workspaceId, file.connectionId)).id }
        : file,
    );
  }
  return { files: prepared, at };
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

/** Reads a file that the service fetches. Refuses fields that make no sense next to its place. */
function readFetched(body: GivenInput, at: string): RequestedFile {
  const { inputUrl: url, input, filename, contentType } = body;
  const place = url === undefined ? 'input' : 'inputUrl';
  const others = (['inputArtifactId', 'fileSize', 'input'] as const).filter(name => name !== place);
  const wrong = others.filter(name => body[name] !== undefined);
  const details = wrong.map(name => makeDetail(`${at}${name}`, `must be left out where ${place} is given`));
  if (details[0]) throw new ApiError('validation_failed', { message: details[0].message, details });
  return {
    ...(url === undefined ? { connectionId: input!.connection, key: input!.key } : { url }),
    ...(filename !== undefined && { filename }),
    ...(contentType !== undefined && { contentType }),
  };
}

/** Reads an input of a new job: a file to be uploaded, an existing artifact, an address or a file of a connection, exactly one of them. `at` is its path in the body. */
export function readFile(body: GivenInput, at = ''): RequestedFile {
  if (body.inputUrl !== undefined || body.input !== undefined) return readFetched(body, at);
  const { inputArtifactId: artifactId, filename, fileSize, contentType } = body;
  const given = artifactId !== undefined;
  const wrong = fileFields.filter(name => (body[name] !== undefined) === given);
  if (given && wrong.length === 0) return { artifactId };
  if (!given && filename !== undefined && fileSize !== undefined && contentType !== undefined)
    return { filename, fileSize, contentType };
  const says = given
    ? 'must be left out where inputArtifactId is given'
    : 'is required, or inputArtifactId, inputUrl or input in place of the file';
  const details = wrong.map(name => makeDetail(`${at}${name}`, says));
  throw new ApiError('validation_failed', { message: details[0]!.message, details });
}
