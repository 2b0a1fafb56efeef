import { chooseLanguage, language, languages } from '../text/language.ts';
import { translate } from '../text/translate.ts';

export function LanguageChoice() {
  return (
    <label class="named">
      <span>{translate('Language')}</span>
      <select value={language} onChange={(event) => chooseLanguage(event.currentTarget.value)}>
        {Object.entries(languages).map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
