import { renameMe } from '../../api/session/account.ts';
import { useSession } from '../../api/session/session.ts';
import { Fact, Facts } from '../../components/facts/facts.tsx';
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
      <Facts>
        <Fact name={words.email}>{user.email}</Fact>
      </Facts>
      <div className={classes.after}>
        <LanguageSelect />
      </div>
    </Section>
  );
}
