import { Page } from '../../components/page.tsx';
import { strings } from '../../wording/strings.ts';
import { AccountSection } from './account-section.tsx';
import { AuditSection } from './audit-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { WorkspaceSection } from './workspace-section.tsx';

export function SettingsPage() {
  return (
    <Page title={strings.settings.title}>
      <WorkspaceSection />
      <AccountSection />
      <PasswordSection />
      <SessionsSection />
      <AuditSection />
      <DeletionSection />
    </Page>
  );
}
