import { Tabs, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSession } from '../../api/session/session.ts';
import { AuditLog } from '../../components/audit-log.tsx';
import { Page } from '../../components/page.tsx';
import { strings } from '../../wording/strings.ts';
import { Engines } from './engines/engines.tsx';
import { Failures } from './failures/failures.tsx';
import { Overview } from './overview/overview.tsx';
import { type Tab, tabs } from './tabs.ts';
import { Plans } from './workspaces/plans.tsx';
import { Workspaces } from './workspaces/workspaces.tsx';

const words = strings.system;
const parts: Record<Tab, () => React.ReactNode> = {
  overview: Overview,
  failures: Failures,
  engines: Engines,
  workspaces: Workspaces,
  plans: Plans,
  audit: () => <AuditLog />,
};

/** On a phone not all tabs fit: the chosen one is scrolled into view. */
const showTab = (tab: HTMLElement | null): void =>
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The state of the whole installation, for operators. */
export function SystemPage() {
  const { user } = useSession();
  const { tab = 'overview' } = useSearch({ from: '/shell/system' });
  const navigate = useNavigate({ from: '/system' });
  if (!user.operator)
    return (
      <Page title={words.title}>
        <Text>{words.onlyOperators}</Text>
      </Page>
    );
  return (
    <Page title={words.title} lead={words.lead}>
      <Tabs
        value={tab}
        onChange={next => void navigate({ search: next === 'overview' ? {} : { tab: next as Tab } })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
          {tabs.map(each => (
            <Tabs.Tab key={each} value={each} {...(each === tab && { ref: showTab })}>
              {words.tabs[each]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(each => {
          const Part = parts[each];
          return (
            <Tabs.Panel key={each} value={each}>
              <Part />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}
