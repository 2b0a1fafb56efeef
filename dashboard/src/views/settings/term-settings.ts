import { translate } from '../../text/translate.ts';

/** What the operator can set of a marketplace, with the form in which it is written. */
export const termSettings = [
  { setting: 'terms.payout', text: translate('What selling pays out'), example: '' },
  { setting: 'fees.seller', text: translate('Seller fee'), example: '8+0.30 EUR' },
  { setting: 'fees.buyer', text: translate('Buyer fee'), example: '2.5' },
  { setting: 'terms.payOut', text: translate('Cost of paying out'), example: '1+2 CNY' },
  { setting: 'terms.payIn', text: translate('Cost of paying in'), example: '2.8+0.30 USD' },
  { setting: 'terms.itemHold', text: translate('Days until a bought item can be sold'), example: '7' },
  { setting: 'terms.moneyHold', text: translate('Days until the money is free'), example: '8' },
  { setting: 'terms.maxPrice', text: translate('Highest price'), example: '2000 USD' },
] as const;
export type TermSetting = (typeof termSettings)[number]['setting'];

/** The value of a fact that is not known. */
export const notKnown = 'none';

export const termSettingOf = (text: string): TermSetting =>
  termSettings.find(({ setting }) => setting === text)?.setting ?? 'terms.payout';

export const termText = (setting: TermSetting): string =>
  termSettings.find((one) => one.setting === setting)?.text ?? setting;
