import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { keysQuery } from '../../api/keys.ts';
import { useMay, useWorkspace } from '../../api/workspace.ts';
import { useNewDialog } from '../../components/dialogs/use-new-dialog.ts';
import { Empty } from '../../components/empty/empty.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Page } from '../../components/page.tsx';
import { strings } from '../../wording/strings.ts';
import { CreateDialog } from './create-dialog.tsx';
import { KeyTable } from './key-table.tsx';
import { type ShownKey, ShownOnce } from './shown-once.tsx';

const words = strings.keys;

export function KeysPage() {
  const { id } = useWorkspace();
  const mayChange = useMay('admin');
  const { data: keys, error, refetch } = useQuery(keysQuery(id));
  const [creating, setCreating] = useNewDialog();
  const [shown, setShown] = useState<ShownKey>();
  const create = mayChange && (
    <Button leftSection={<Plus size={16} />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={keys && keys.length > 0 && create}>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!keys && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {keys?.length === 0 && (
        <Empty icon={KeyRound} title={words.empty} text={words.emptyText}>
          {create || words.askAdmin}
        </Empty>
      )}
      {keys && keys.length > 0 && <KeyTable keys={keys} mayChange={mayChange} onShow={setShown} />}
      <CreateDialog
        opened={creating}
        onClose={() => setCreating(false)}
        onCreated={key => {
          setCreating(false);
          setShown(key);
        }}
      />
      {shown && <ShownOnce {...shown} onDone={() => setShown(undefined)} />}
    </Page>
  );
}
