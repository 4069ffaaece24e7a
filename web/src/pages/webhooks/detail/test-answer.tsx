import { Alert, Box, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deliveryQuery } from '../../../api/webhooks.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { formatDuration } from '../../../wording/figures.ts';
import { strings } from '../../../wording/strings.ts';

const words = strings.webhooks;

/** The result of a test event. */
export function TestAnswer({
  webhookId,
  eventId,
  onClose,
}: {
  webhookId: string;
  eventId: string;
  onClose: () => void;
}) {
  const { id } = useWorkspace();
  const { data } = useQuery(deliveryQuery(id, webhookId, eventId, true));
  const last = data?.attempts.at(-1);
  if (!last)
    return (
      <Alert variant="outline" role="status" my="md" icon={<Loader size={16} />}>
        {words.testSent}
      </Alert>
    );
  const worked = last.error === undefined;
  const took = formatDuration(last.durationMs);
  return (
    <Alert
      variant="outline"
      color={worked ? 'green' : 'red'}
      role="status"
      my="md"
      withCloseButton
      closeButtonLabel={strings.acts.close}
      onClose={onClose}
      title={worked ? words.testWorked : words.testFailed}
    >
      {last.status === undefined
        ? (words.errors[last.error ?? ''] ?? last.error)
        : words.answered(last.status, took)}
      {last.answer && (
        <Box mt={8}>
          <CodeBlock code={last.answer} name={words.answer} />
        </Box>
      )}
    </Alert>
  );
}
