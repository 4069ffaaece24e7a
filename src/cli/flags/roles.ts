import { Option } from 'commander';
import type { JobTypeInfo } from '../backend/backend.ts';
import { nameFlag } from './flags.ts';

type Role = NonNullable<JobTypeInfo['roles']>[number];

/** Names the flag of a role, such as `--stamp`. If an option of the job type has that name, it is `--stamp-file`. */
const nameRoleFlag = ({ options }: JobTypeInfo, { name }: Role): string =>
  nameFlag(Object.hasOwn(options.properties ?? {}, name) ? `${name}-file` : name);

const collect = (path: string, before: string[] = []): string[] => [...before, path];

const makeRoleFlag = (type: JobTypeInfo, role: Role): Option =>
  new Option(
    `${nameRoleFlag(type, role)} <file>`,
    `${role.title}${role.many ? ' May be repeated.' : ''}`,
  ).argParser(collect);

/** Makes a flag for each role after the first, whose files are the arguments. */
export const makeRoleFlags = (type: JobTypeInfo): Option[] =>
  (type.roles ?? []).slice(1).map(role => makeRoleFlag(type, role));

/** Reads the files given by flags, with their roles. */
export const readRoleFlags = (
  type: JobTypeInfo,
  flags: Record<string, unknown>,
): { role: string; path: string }[] =>
  (type.roles ?? []).slice(1).flatMap(role => {
    const paths = flags[makeRoleFlag(type, role).attributeName()] as string[] | undefined;
    return (paths ?? []).map(path => ({ role: role.name, path }));
  });
