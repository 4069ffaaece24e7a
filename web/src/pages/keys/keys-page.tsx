import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function KeysPage() {
  return <Page title={strings.shell.keys}>{strings.shell.soon}</Page>;
}
