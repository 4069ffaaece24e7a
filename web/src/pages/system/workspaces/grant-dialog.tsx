import type { Workspace } from '@filemill/client';
import { TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { grantCredits } from '../../../api/operator.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { strings } from '../../../wording/strings.ts';

const words = strings.system;

export function GrantDialog({
  workspace,
  onClose,
}: {
  workspace: Workspace | undefined;
  onClose: () => void;
}) {
  const name = workspace?.name ?? '';
  return (
    <FormDialog
      opened={workspace !== undefined}
      onClose={onClose}
      title={words.grantTo(name)}
      lead={words.grantLead}
      submit={words.grant}
      onSubmit={async fields => {
        const amount = Number(fields.get('amount'));
        await grantCredits(workspace!.id, amount, String(fields.get('note')));
        notifications.show({ message: words.granted(amount, name) });
        onClose();
      }}
    >
      <TextInput
        name="amount"
        type="number"
        step={1}
        label={words.amount}
        description={words.amountHelp}
        required
        data-autofocus
      />
      <TextInput name="note" label={words.note} maxLength={200} />
    </FormDialog>
  );
}
