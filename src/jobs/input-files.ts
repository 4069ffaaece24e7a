import { type ApiError, invalid } from '../contract/errors.ts';
import type { FormatId } from '../formats/formats.ts';
import type { InputRole, JobType } from './job-type.ts';

type Inputs = Pick<JobType, 'inputs' | 'roles' | 'accepts'>;

/** Returns how many files a job takes. Without roles, a job of several files takes at least two. */
export function countFiles({ inputs, roles }: Inputs): { least: number; most: number } {
  if (!roles && inputs === 'one') return { least: 1, most: 1 };
  if (!roles) return { least: 2, most: Number.POSITIVE_INFINITY };
  return {
    least: roles.filter(({ optional }) => !optional).length,
    most: roles.at(-1)?.many ? Number.POSITIVE_INFINITY : roles.length,
  };
}

/** Returns true if a job may take more than one file. */
export const takesSeveral = (job: Inputs): boolean => countFiles(job).most > 1;

/** Returns the role of the file at this index. Files beyond the last role have that role if it takes many. */
export const findRole = ({ roles }: Inputs, index: number): InputRole | undefined =>
  roles?.[index] ?? (roles?.at(-1)?.many ? roles.at(-1) : undefined);

/** Returns the formats that the file at this index may have. */
export const listAccepted = (job: Inputs, index: number): readonly FormatId[] =>
  findRole(job, index)?.accepts ?? job.accepts;

/** Tells what a missing file is for: "The stamp is missing: the picture to put on the pages." */
export const explainMissing = ({ name, title }: Pick<InputRole, 'name' | 'title'>): string =>
  `The ${name} is missing: ${title.replace(/^[A-Z](?=[a-z ])/, letter => letter.toLowerCase())}`;

/**
 * Gives each file of a request its index, in the order in which the files come. A file with a role gets the index
 * of that role, and one without gets the first that is free.
 */
export class FilePlaces {
  readonly #job: Inputs & Pick<JobType, 'id'>;
  readonly #taken = new Set<number>();

  constructor(job: Inputs & Pick<JobType, 'id'>) {
    this.#job = job;
  }

  /** Returns the index of the next file. Refuses a role that is unknown or has its file. `at` is the path of the file in the request. */
  take(role: string | undefined, at: string): number {
    const index = role === undefined ? this.#findFree(0) : this.#findFree(this.#requireRole(role, at));
    const { most } = countFiles(this.#job);
    if (index >= most || (role !== undefined && findRole(this.#job, index)?.name !== role))
      throw role === undefined ? this.#refuseMore(at) : invalid(at, `The ${role} is given twice.`);
    this.#taken.add(index);
    return index;
  }

  /** Refuses a request in which a file is missing. */
  requireAll(at: string): void {
    const { least } = countFiles(this.#job);
    // A role that may be left out is needed if a later one has its file.
    const count = Math.max(least, ...[...this.#taken].map(index => index + 1));
    for (let index = 0; index < count; index++) if (!this.#taken.has(index)) throw this.#refuse(index, at);
  }

  #findFree(from: number): number {
    let index = from;
    while (this.#taken.has(index)) index++;
    return index;
  }

  #requireRole(role: string, at: string): number {
    const { id, roles } = this.#job;
    const index = roles?.findIndex(({ name }) => name === role) ?? -1;
    if (index >= 0) return index;
    const shown = role.slice(0, 100);
    throw invalid(
      at,
      role === 'options'
        ? '`options` must be a field of the form and not a file: with curl, write `-F "options=<options.json"`.'
        : roles
          ? `${id} has no file with the role \`${shown}\`; its roles are ${this.#listNames()}.`
          : `The files of ${id} have no roles. In a form, send each of them as \`file\`.`,
    );
  }

  #listNames = (): string => this.#job.roles?.map(({ name }) => name).join(', ') ?? '';

  #refuseMore(at: string): ApiError {
    const { most } = countFiles(this.#job);
    return invalid(
      at,
      most === 1 ? 'Send one file.' : `${this.#job.id} takes at most ${most} files: ${this.#listNames()}.`,
    );
  }

  #refuse(index: number, at: string): ApiError {
    const role = findRole(this.#job, index);
    if (role) return invalid(at, explainMissing(role));
    const { least } = countFiles(this.#job);
    return invalid(at, least === 1 ? 'No file was received.' : `At least ${least} files are needed.`);
  }
}
