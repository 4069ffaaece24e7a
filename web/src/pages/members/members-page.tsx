import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function MembersPage() {
  return <Page title={strings.shell.members}>{strings.shell.soon}</Page>;
}
