import type { CreatedInvitation, Role } from '@filemill/client';
import { Radio, Stack, TextInput } from '@mantine/core';
import { invite } from '../../api/members.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { strings } from '../../wording/strings.ts';
import { listRoleChoices } from './roles.ts';

const words = strings.members;

export function InviteDialog({
  opened,
  onClose,
  onInvited,
}: {
  opened: boolean;
  onClose: () => void;
  onInvited: (invitation: CreatedInvitation) => void;
}) {
  const { id } = useWorkspace();
  const isOwner = useMay('owner');
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={words.invite}
      lead={words.inviteLead}
      submit={words.makeLink}
      onSubmit={async fields =>
        onInvited(
          await invite(id, { email: String(fields.get('email')).trim(), role: fields.get('role') as Role }),
        )
      }
    >
      <TextInput name="email" type="email" label={words.email} required data-autofocus />
      <Radio.Group name="role" label={words.role} defaultValue="member">
        <Stack gap="xs" mt="xs">
          {listRoleChoices(isOwner).map(({ value, label }) => (
            <Radio key={value} value={value} label={label} description={words.roles[value].may} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
