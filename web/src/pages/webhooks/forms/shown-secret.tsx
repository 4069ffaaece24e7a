import { Text } from '@mantine/core';
import { CodeBlock } from '../../../components/code/code-block.tsx';
import { SecretDialog } from '../../../components/secret/secret-dialog.tsx';
import { strings } from '../../../wording/strings.ts';

const words = strings.webhooks;

const verifier = `import { Webhook } from 'standardwebhooks';

// Pass the raw body. Throws if the signature is invalid.
const event = new Webhook(process.env.FILEMILL_WEBHOOK_SECRET).verify(body, request.headers);`;

export function ShownSecret({
  title,
  secret,
  both,
  onDone,
}: {
  title: string;
  secret: string;
  /** The time until which the old secret also signs. */
  both?: string;
  onDone: () => void;
}) {
  return (
    <SecretDialog title={title} name={words.theSecret} value={secret} lead={words.secretLead} onDone={onDone}>
      {both && <Text>{words.bothSign(both)}</Text>}
      <div>
        <Text fw={500} mb={4}>
          {words.verify}
        </Text>
        <CodeBlock code={verifier} name={words.verifier} />
      </div>
    </SecretDialog>
  );
}
