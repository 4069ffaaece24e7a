import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function SettingsPage() {
  return <Page title={strings.shell.settings}>{strings.shell.soon}</Page>;
}
