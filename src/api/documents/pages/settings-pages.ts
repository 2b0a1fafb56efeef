import { escapeHtml } from '../../pages/page.ts';
import { code } from '../tables.ts';
import type { DocsPage } from './docs-page.ts';

/** A setting of the service, as its operators read about it. */
export type SettingDescription = {
  readonly name: string;
  readonly about: string;
  /** In words, such as `none`. */
  readonly defaultText: string;
  /** In words, such as `1 to 100`; null for any text. */
  readonly range: string | null;
  readonly environment: string;
  readonly flag: string;
  /** Whether it can change while the service runs. */
  readonly isLive: boolean;
};

const noteOf = ({ defaultText, range, environment, flag, isLive }: SettingDescription): string[] => [
  `default ${code(defaultText)}`,
  ...(range === null ? [] : [escapeHtml(range)]),
  code(environment),
  code(flag),
  ...(isLive ? ['without a restart'] : []),
];

/** Every setting; none where the pages are made without the service. */
export const settingsPage = (settings: readonly SettingDescription[]): DocsPage => ({
  id: 'settings',
  group: 'Reference',
  title: 'Settings',
  about:
    'Every setting, with its default, what is allowed, its name in the environment (also without `ITEMTAPE_`) and its flag. In the settings file it is written as here. Those marked so change without a restart, when the file is read again.',
  parts: [{ entries: settings.map((one) => ({ id: one.name, name: one.name, notes: noteOf(one), text: one.about })) }],
});
