import { NativeSelect } from '@mantine/core';
import { type Language, languages, readChosenLanguage, storeLanguage } from '../../wording/language.ts';
import { strings } from '../../wording/strings.ts';

const words = strings.settings;

/** Chooses the language of the workspace in this browser. */
export function LanguageSelect() {
  return (
    <NativeSelect
      id="language"
      label={words.language}
      maw={360}
      value={readChosenLanguage() ?? ''}
      onChange={event => {
        storeLanguage((event.currentTarget.value || undefined) as Language | undefined);
        location.reload();
      }}
      data={[
        { value: '', label: words.browserLanguage },
        ...Object.entries(languages).map(([value, label]) => ({ value, label })),
      ]}
    />
  );
}
