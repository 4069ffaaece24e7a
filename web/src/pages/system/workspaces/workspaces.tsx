import type { Workspace } from '@filemill/client';
import { Button, Checkbox, Group, Skeleton, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { allWorkspacesQuery, createWorkspace, plansQuery } from '../../../api/operator.ts';
import { FormDialog } from '../../../components/dialogs/form-dialog.tsx';
import { LoadError } from '../../../components/load-error.tsx';
import { MoreButton } from '../../../components/more-button.tsx';
import { Rows } from '../../../components/rows/rows.tsx';
import { strings } from '../../../wording/strings.ts';
import { GrantDialog } from './grant-dialog.tsx';
import { columns, WorkspaceRow } from './workspace-row.tsx';

const words = strings.system;

export function Workspaces() {
  const [search, setSearch] = useState('');
  const [memberless, setMemberless] = useState(false);
  const [granting, setGranting] = useState<Workspace>();
  const [creating, setCreating] = useState(false);
  const [asked] = useDebouncedValue(search.trim(), 200);
  const { data: plans } = useQuery(plansQuery);
  const query = useInfiniteQuery(allWorkspacesQuery(asked, memberless));
  const { data, error, refetch } = query;
  const workspaces = data?.pages.flatMap(page => page.workspaces);
  return (
    <>
      <Group mb="md" gap="md">
        <TextInput
          leftSection={<Search size={16} />}
          aria-label={words.searchWorkspace}
          placeholder={words.searchWorkspace}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          flex="1 1 240px"
          maw={360}
        />
        <Checkbox
          label={words.memberless}
          checked={memberless}
          onChange={event => setMemberless(event.currentTarget.checked)}
        />
        <Button
          variant="default"
          ms="auto"
          leftSection={<Plus size={16} />}
          onClick={() => setCreating(true)}
        >
          {words.createWorkspace}
        </Button>
      </Group>
      {error && <LoadError error={error} onRetry={refetch} />}
      {!workspaces && !error && <Skeleton height={160} aria-label={strings.acts.loading} />}
      {workspaces?.length === 0 && <Text c="dimmed">{words.noWorkspaces}</Text>}
      {workspaces && workspaces.length > 0 && (
        <Rows caption={words.tabs.workspaces} columns={columns}>
          {workspaces.map(workspace => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              plans={plans?.map(({ id }) => id) ?? [workspace.plan]}
              onGrant={() => setGranting(workspace)}
            />
          ))}
        </Rows>
      )}
      <MoreButton query={query}>{words.more}</MoreButton>
      <GrantDialog workspace={granting} onClose={() => setGranting(undefined)} />
      <FormDialog
        opened={creating}
        onClose={() => setCreating(false)}
        title={words.createWorkspace}
        lead={words.createLead}
        submit={words.create}
        onSubmit={async fields => {
          await createWorkspace(String(fields.get('name')).trim());
          setCreating(false);
        }}
      >
        <TextInput name="name" label={words.name} required maxLength={200} data-autofocus />
      </FormDialog>
    </>
  );
}
