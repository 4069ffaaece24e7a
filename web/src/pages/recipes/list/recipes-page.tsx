import { Page } from '../../../components/page.tsx';
import { strings } from '../../../strings.ts';

export function RecipesPage() {
  return <Page title={strings.shell.recipes}>{strings.shell.soon}</Page>;
}
