import { chooseTheme, theme, themes } from '../../kept/theme.ts';
import { say } from '../../text/say.ts';

const words = { auto: say('Auto'), light: say('Light'), dark: say('Dark') } as const;

export function ThemeChoice() {
  return (
    <label class="choice">
      <span class="unseen">{say('Theme')}</span>
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
