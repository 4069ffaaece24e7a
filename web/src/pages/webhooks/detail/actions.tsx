import type { Webhook, WebhookSecret } from '@filemill/client';
import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { KeyRound, Pause, Pencil, Play, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  changeWebhook,
  deleteWebhook,
  pauseWebhook,
  resumeWebhook,
  rotateWebhook,
  testWebhook,
} from '../../../api/webhooks.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { OverlapDialog } from '../../../components/dialogs/overlap-dialog.tsx';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { attempt } from '../../../undo/attempt.ts';
import { removeUnlessUndone } from '../../../undo/hidden.ts';
import { formatExactly } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';
import { ShownSecret } from '../forms/shown-secret.tsx';
import { WebhookForm } from '../forms/webhook-form.tsx';

const words = strings.webhooks;

export function Actions({ webhook, onTested }: { webhook: Webhook; onTested: (eventId: string) => void }) {
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'rotate'>();
  const [rotated, setRotated] = useState<WebhookSecret>();
  const { id } = webhook;
  const active = webhook.status === 'active';
  const close = () => setOpen(undefined);
  const remove = () => {
    removeUnlessUndone(id, words.deleted(webhook.description || webhook.url), () =>
      deleteWebhook(workspaceId, id),
    );
    void navigate({ to: '/webhooks' });
  };
  return (
    <>
      {active ? (
        <>
          <Button
            variant="default"
            leftSection={<Pause size={16} />}
            onClick={() => attempt(() => pauseWebhook(workspaceId, id))}
          >
            {words.pause}
          </Button>
          <Button
            leftSection={<Send size={16} />}
            onClick={() => attempt(async () => onTested((await testWebhook(workspaceId, id)).eventId))}
          >
            {words.test}
          </Button>
        </>
      ) : (
        <Button
          leftSection={<Play size={16} />}
          onClick={() => attempt(() => resumeWebhook(workspaceId, id))}
        >
          {words.resume}
        </Button>
      )}
      <MoreMenu label={words.more}>
        <Menu.Item leftSection={<Pencil size={16} />} onClick={() => setOpen('edit')}>
          {words.edit}
        </Menu.Item>
        <Menu.Item leftSection={<KeyRound size={16} />} onClick={() => setOpen('rotate')}>
          {words.rotate}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<Trash2 size={16} />} onClick={remove}>
          {words.delete}
        </Menu.Item>
      </MoreMenu>
      <WebhookForm
        opened={open === 'edit'}
        onClose={close}
        title={words.edit}
        webhook={webhook}
        onSubmit={async fields => {
          await changeWebhook(workspaceId, id, fields);
          close();
        }}
      />
      <OverlapDialog
        opened={open === 'rotate'}
        onClose={close}
        title={words.rotate}
        lead={words.rotateLead}
        label={words.overlap}
        submit={words.rotate}
        onSubmit={async seconds => {
          setRotated(await rotateWebhook(workspaceId, id, seconds));
          close();
        }}
      />
      {rotated && (
        <ShownSecret
          title={words.rotatedTitle}
          secret={rotated.secret}
          {...(rotated.oldSecretUntil && { both: formatExactly(rotated.oldSecretUntil) })}
          onDone={() => setRotated(undefined)}
        />
      )}
    </>
  );
}
