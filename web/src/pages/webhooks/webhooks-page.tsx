import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function WebhooksPage() {
  return <Page title={strings.shell.webhooks}>{strings.shell.soon}</Page>;
}
