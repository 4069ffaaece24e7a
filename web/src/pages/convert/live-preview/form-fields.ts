import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Item } from '../../../added-files/item.ts';
import type { Target } from '../../../added-files/targets.ts';
import { formFieldsQuery } from '../../../api/previews.ts';
import { type FormEntry, readFormEntries } from '../../../components/options-form/form-entry.ts';

/** A password is tried when it has not changed for this long. */
const typingMs = 600;

/** Returns the fields of the document's form that can be filled in: null while they are read, undefined if they cannot be. */
export function useFormFields(item: Item, target: Target): FormEntry[] | null | undefined {
  const isForm = target.jobType.preview === 'fields' && target.options.action === 'fill';
  const { state, artifactId } = item.upload;
  const isStored = state === 'done';
  const { password } = item.options;
  const [typed] = useDebouncedValue(typeof password === 'string' ? password : undefined, typingMs);
  const { data: list } = useQuery(
    formFieldsQuery(item.workspaceId, isForm && isStored ? artifactId : undefined, typed),
  );
  const entries = useMemo(() => (list ? readFormEntries(list) : undefined), [list]);
  const isAwaited = list === undefined && (!isStored || artifactId !== undefined);
  return isForm && isAwaited ? null : entries;
}
