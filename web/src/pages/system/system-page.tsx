import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function SystemPage() {
  return <Page title={strings.shell.system}>{strings.shell.soon}</Page>;
}
