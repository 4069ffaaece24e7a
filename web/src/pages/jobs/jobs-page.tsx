import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function JobsPage() {
  return <Page title={strings.shell.jobs}>{strings.shell.soon}</Page>;
}
