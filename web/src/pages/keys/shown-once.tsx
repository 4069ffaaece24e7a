import type { Key } from '@filemill/client';
import { Text } from '@mantine/core';
import { CodeBlock } from '../../components/code/code-block.tsx';
import { SecretDialog } from '../../components/secret/secret-dialog.tsx';
import { strings } from '../../wording/strings.ts';

const words = strings.keys;

export interface ShownKey {
  secret: string;
  scopes: Key['scopes'];
  /** The key it replaces, and until when that one works. */
  replaces?: { hint: string; until: string };
}

/** A command that works with any scope. */
function writeCurl({ secret, scopes }: ShownKey): string {
  const base = new URL('api/public', document.baseURI).href;
  const signIn = `-H 'Authorization: Bearer ${secret}'`;
  if (scopes.includes('jobs:write'))
    return `echo '# It works' | curl ${base}/convert/pdf ${signIn} -F 'file=@-;filename=hello.md' -o hello.pdf`;
  return `curl ${base}/${scopes.includes('jobs:read') ? 'usage' : 'recipes'} ${signIn}`;
}

export function ShownOnce({ onDone, ...shown }: ShownKey & { onDone: () => void }) {
  return (
    <SecretDialog
      title={shown.replaces ? words.rotatedTitle : words.createdTitle}
      name={words.theKey}
      value={shown.secret}
      lead={words.once}
      onDone={onDone}
    >
      {shown.replaces && <Text>{words.both(shown.replaces.hint, shown.replaces.until)}</Text>}
      <div>
        <Text fw={500} mb={4}>
          {words.tryIt}
        </Text>
        <CodeBlock code={writeCurl(shown)} name={words.curl} />
      </div>
    </SecretDialog>
  );
}
