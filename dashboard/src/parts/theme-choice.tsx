import { chooseTheme, theme, themes } from '../kept/theme.ts';

const words = { auto: 'Auto', light: 'Light', dark: 'Dark' } as const;

export function ThemeChoice() {
  return (
    <label class="choice">
      <span class="unseen">Theme</span>
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
