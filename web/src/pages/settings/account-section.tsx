import { renameMe } from '../../api/session/account.ts';
import { useSession } from '../../api/session/session.ts';
import { strings } from '../../wording/strings.ts';
import { LanguageSelect } from './language-select.tsx';
import { NameForm } from './name-form.tsx';
import classes from './section.module.css';
import { Section } from './section.tsx';

const words = strings.settings;

export function AccountSection() {
  const { user } = useSession();
  return (
    <Section id="account" title={words.account}>
      <NameForm label={words.name} name={user.name} onSave={renameMe} />
      <dl className={classes.facts}>
        <dt>{words.email}</dt>
        <dd>{user.email}</dd>
      </dl>
      <div className={classes.after}>
        <LanguageSelect />
      </div>
    </Section>
  );
}
