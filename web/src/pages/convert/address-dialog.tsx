import type { JobType } from '@filemill/client';
import { TextInput } from '@mantine/core';
import { addAddress } from '../../added-files/add.ts';
import { guessFormat } from '../../added-files/formats.ts';
import { jobTypesQuery } from '../../api/job-types.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.convert.address;

/** Returns the last part of an address, or the given name. Refuses what no job type takes. */
function chooseName(url: string, given: string, jobTypes: JobType[]): string {
  const last = new URL(url).pathname.split('/').findLast(Boolean) ?? '';
  const name = given || decodeURIComponent(last);
  if (!guessFormat(name, '', jobTypes)) throw new Error(words.unknown);
  return name;
}

/** Adds a file that the service fetches from its address. */
export function AddressDialog({
  workspaceId,
  opened,
  onClose,
}: {
  workspaceId: string;
  opened: boolean;
  onClose: () => void;
}) {
  async function add(fields: FormData) {
    const url = String(fields.get('url')).trim();
    if (!URL.canParse(url) || !/^https?:/i.test(url)) throw new Error(words.invalid);
    const jobTypes = await queryClient.ensureQueryData(jobTypesQuery(workspaceId));
    addAddress(workspaceId, url, chooseName(url, String(fields.get('name')).trim(), jobTypes), jobTypes);
    onClose();
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      submit={words.submit}
      onSubmit={add}
    >
      <TextInput
        name="url"
        label={words.url}
        placeholder="https://example.com/report.pdf"
        required
        data-autofocus
      />
      <TextInput name="name" label={words.name} description={words.nameNote} />
    </FormDialog>
  );
}
