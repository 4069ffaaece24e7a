import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function EventsPage() {
  return <Page title={strings.shell.events}>{strings.shell.soon}</Page>;
}
