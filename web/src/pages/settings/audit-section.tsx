import { useMay, useWorkspace } from '../../api/workspace.ts';
import { AuditLog } from '../../components/audit-log.tsx';
import { strings } from '../../wording/strings.ts';
import { Section } from './section.tsx';

/** Shows admins who changed the workspace. */
export function AuditSection() {
  const { id } = useWorkspace();
  if (!useMay('admin')) return null;
  return (
    <Section id="audit" title={strings.auditLog.title} lead={strings.auditLog.lead}>
      <AuditLog workspaceId={id} />
    </Section>
  );
}
