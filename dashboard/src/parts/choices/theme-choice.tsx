import { chooseTheme, theme, themes } from '../../stored/theme.ts';
import { translate } from '../../text/translate.ts';

const words = { auto: translate('Auto'), light: translate('Light'), dark: translate('Dark') } as const;

export function ThemeChoice() {
  return (
    <label class="choice">
      <span class="unseen">{translate('Theme')}</span>
      <select value={theme.value} onChange={(event) => chooseTheme(event.currentTarget.value)}>
        {themes.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
