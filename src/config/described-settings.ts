import {
  environmentName,
  flagName,
  isLive,
  type SettingFacts,
  type SettingKey,
  settingKeys,
  settings,
} from './settings.ts';

const defaultText = (facts: SettingFacts): string => String(facts.default) || 'none';

const number = new Intl.NumberFormat('en');

function rangeText(facts: SettingFacts): string | null {
  if (facts.kind === 'integer') return `${number.format(facts.min)} to ${number.format(facts.max)}`;
  if (facts.kind === 'flag') return 'true or false';
  if (facts.kind === 'list') return 'a list';
  return facts.choices === undefined ? null : facts.choices.join(', ');
}

const describe = (key: SettingKey) => {
  const facts: SettingFacts = settings[key];
  return {
    name: key,
    about: settings[key].about,
    defaultText: defaultText(facts),
    range: rangeText(facts),
    environment: environmentName(key),
    flag: `--${flagName(key)}`,
    isLive: isLive(key),
  };
};

/** Every setting in words, for its operators. */
export const describedSettings = settingKeys.map(describe);
