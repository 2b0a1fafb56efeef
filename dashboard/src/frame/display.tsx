import { Menu } from '../parts/look/menu.tsx';
import { Segments } from '../parts/look/segments.tsx';
import { chooseDensity, density } from '../stored/density.ts';
import { chooseTheme, theme } from '../stored/theme.ts';
import { translate } from '../text/translate.ts';
import { CurrencyChoice } from './currency-choice.tsx';
import { LanguageChoice } from './language-choice.tsx';

const themes = [
  { value: 'auto', text: translate('Auto') },
  { value: 'light', text: translate('Light') },
  { value: 'dark', text: translate('Dark') },
] as const;

const densities = [
  { value: 'comfortable', text: translate('Comfortable') },
  { value: 'compact', text: translate('Compact') },
] as const;

/** The choices that apply to all views. */
export const Display = () => (
  <Menu id="display" name={translate('Display')} icon="display">
    <div class="choices">
      <CurrencyChoice />
      <LanguageChoice />
      <Segments legend={translate('Theme')} options={themes} chosen={theme.value} choose={chooseTheme} />
      <Segments legend={translate('Rows')} options={densities} chosen={density.value} choose={chooseDensity} />
    </div>
  </Menu>
);
