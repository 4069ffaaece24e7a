import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function UsagePage() {
  return <Page title={strings.shell.usage}>{strings.shell.soon}</Page>;
}
