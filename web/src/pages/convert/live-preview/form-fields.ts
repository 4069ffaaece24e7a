import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Item } from '../../../added-files/item.ts';
import type { Target } from '../../../added-files/targets.ts';
import { formFieldsQuery } from '../../../api/previews.ts';
import { type FormEntry, readFormEntries } from '../../../components/options-form/form-entry.ts';

/** Returns the fields of the document's form that can be filled in: null while they are read, undefined if they cannot be. */
export function useFormFields(item: Item, target: Target): FormEntry[] | null | undefined {
  const isForm = target.jobType.id === 'pdf-form' && target.options.action === 'fill';
  const { state, artifactId } = item.upload;
  const isStored = state === 'done';
  const { data: list } = useQuery(
    formFieldsQuery(item.workspaceId, isForm && isStored ? artifactId : undefined),
  );
  const entries = useMemo(() => (list ? readFormEntries(list) : undefined), [list]);
  const isAwaited = list === undefined && (!isStored || artifactId !== undefined);
  return isForm && isAwaited ? null : entries;
}
