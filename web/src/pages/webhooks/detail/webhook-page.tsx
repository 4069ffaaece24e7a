import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { webhookQuery } from '../../../api/webhooks.ts';
import { useMay, useWorkspace } from '../../../api/workspace.ts';
import { Back } from '../../../components/back/back.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { Page } from '../../../components/page.tsx';
import { strings } from '../../../wording/strings.ts';
import { ActivityStrip } from '../activity-strip.tsx';
import { About } from './about.tsx';
import { Actions } from './actions.tsx';
import { Log } from './log.tsx';
import { TestAnswer } from './test-answer.tsx';
import classes from './webhook-page.module.css';

const words = strings.webhooks;

export function WebhookPage() {
  const { webhookId } = useParams({ from: '/shell/webhooks/$webhookId' });
  const { id: workspaceId } = useWorkspace();
  const mayChange = useMay('admin');
  const { data: webhook, error, refetch } = useQuery(webhookQuery(workspaceId, webhookId));
  const [tested, setTested] = useState<string>();
  return (
    <Page
      title={webhook ? webhook.description || words.one : words.one}
      back={<Back to="/webhooks">{words.title}</Back>}
      actions={webhook && mayChange && <Actions webhook={webhook} onTested={setTested} />}
    >
      {error && <LoadError error={error} onRetry={refetch} list={{ to: '/webhooks', title: words.title }} />}
      {!webhook && !error && <Skeleton height={200} aria-label={strings.acts.loading} />}
      {webhook && (
        <>
          {tested && (
            <TestAnswer
              key={tested}
              webhookId={webhook.id}
              eventId={tested}
              onClose={() => setTested(undefined)}
            />
          )}
          <About webhook={webhook} />
          <Title order={2} mt="lg" mb="xs">
            {words.day}
          </Title>
          <ActivityStrip id={webhook.id} height={64} />
          <ul className={classes.legend}>
            <li data-tone="good">{words.delivered}</li>
            <li data-tone="warn">{words.retried}</li>
            <li data-tone="bad">{words.failed}</li>
          </ul>
          <Log webhook={webhook} mayChange={mayChange} />
        </>
      )}
    </Page>
  );
}
