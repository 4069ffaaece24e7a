import type { WebhookSecret } from '@filemill/client';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Webhook } from 'lucide-react';
import { useState } from 'react';
import { createWebhook, rotateCallbacks, webhooksQuery } from '../../../api/webhooks.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { OverlapDialog } from '../../../components/dialogs/overlap-dialog.tsx';
import { useNewDialog } from '../../../components/dialogs/use-new-dialog.ts';
import { Empty } from '../../../components/empty/empty.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Page } from '../../../components/page.tsx';
import { useHidden } from '../../../undo/hidden.ts';
import { strings } from '../../../wording/strings.ts';
import { ShownSecret } from '../forms/shown-secret.tsx';
import { WebhookForm } from '../forms/webhook-form.tsx';
import { WebhookTable } from './webhook-table.tsx';

const words = strings.webhooks;

export function WebhooksPage() {
  const { id: workspaceId } = useWorkspace();
  const mayChange = useMay('admin');
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(webhooksQuery(workspaceId));
  const [creating, setCreating] = useNewDialog();
  const [created, setCreated] = useState<{ id: string; secret: string }>();
  const [renewing, setRenewing] = useState(false);
  const [callback, setCallback] = useState<WebhookSecret>();
  const hidden = useHidden();
  const webhooks = data?.filter(({ id }) => !hidden.has(id));
  const callbackSecret = mayChange && (
    <Button variant="default" onClick={() => setRenewing(true)}>
      {words.callbackSecret}
    </Button>
  );
  const create = mayChange && (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <>
          {callbackSecret}
          {webhooks && webhooks.length > 0 && create}
        </>
      }
    >
      {error && <LoadError error={error} onRetry={refetch} />}
      {!webhooks && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {webhooks?.length === 0 && (
        <Empty icon={Webhook} title={words.empty} text={words.emptyText}>
          {create || words.askAdmin}
        </Empty>
      )}
      {webhooks && webhooks.length > 0 && <WebhookTable webhooks={webhooks} />}
      <WebhookForm
        opened={creating}
        onClose={() => setCreating(false)}
        title={words.create}
        onSubmit={async fields => {
          const made = await createWebhook(workspaceId, fields);
          setCreating(false);
          setCreated(made);
        }}
      />
      <OverlapDialog
        opened={renewing}
        onClose={() => setRenewing(false)}
        title={words.callbackSecret}
        lead={words.callbackLead}
        label={words.overlap}
        submit={words.callbackSecret}
        onSubmit={async seconds => {
          setCallback(await rotateCallbacks(workspaceId, seconds));
          setRenewing(false);
        }}
      />
      {callback && (
        <ShownSecret
          title={words.callbackTitle}
          secret={callback.secret}
          onDone={() => setCallback(undefined)}
        />
      )}
      {created && (
        <ShownSecret
          title={words.createdTitle}
          secret={created.secret}
          onDone={() => {
            setCreated(undefined);
            setTimeout(() => navigate({ to: '/webhooks/$webhookId', params: { webhookId: created.id } }));
          }}
        />
      )}
    </Page>
  );
}
