import { JobFailure } from '../../../contract/failure.ts';
import type { FailureId } from '../../../contract/failure-catalogue.ts';
import { TaskFailure } from '../../../engines/pikepdf/engine.ts';
import type { InputRole } from '../../job-type.ts';

const ofOneFile: Partial<Record<FailureId, FailureId>> = {
  unreadable_input: 'file_unreadable',
  password_required: 'file_locked',
};
const ofOneRole: Partial<Record<FailureId, FailureId>> = { ...ofOneFile, password_required: 'role_locked' };

/** Tells the caller which of several files is at fault. */
export function nameFileAtFault(error: unknown, file?: number): never {
  throwForFile(error, file, ofOneFile);
}

/** Tells the caller which of several files is at fault, also by its role. */
export function nameRoleAtFault(error: unknown, roles: readonly InputRole[] = [], file?: number): never {
  throwForFile(error, file, ofOneRole, roles);
}

function throwForFile(
  error: unknown,
  file: number | undefined,
  ids: Partial<Record<FailureId, FailureId>>,
  roles: readonly InputRole[] = [],
): never {
  const id = error instanceof JobFailure ? ids[error.id] : undefined;
  const index = file ?? (error instanceof TaskFailure ? error.input : undefined);
  if (!(error instanceof JobFailure) || id === undefined || index === undefined) throw error;
  throw new JobFailure(id, error.detail, roles[index]?.name ?? error.part, index + 1);
}
