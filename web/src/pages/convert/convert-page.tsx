import { Page } from '../../components/page.tsx';
import { strings } from '../../strings.ts';

export function ConvertPage() {
  return <Page title={strings.shell.convert}>{strings.shell.soon}</Page>;
}
