import type { PhraseList } from './phrase.ts';

/** Money into Steam balance, and back. */
export const ratio = {
  Ratio: { zh: '余额比例', ru: 'Курс Steam' },
  'Money into Steam balance': { zh: '现金换 Steam 余额', ru: 'Деньги в баланс Steam' },
  'Steam balance to money': { zh: 'Steam 余额换现金', ru: 'Баланс Steam в деньги' },
  'buy with money, sell on Steam': { zh: '用现金买入，在 Steam 卖出', ru: 'купить за деньги, продать в Steam' },
  'buy on Steam, sell for money': { zh: '在 Steam 买入，卖出得现金', ru: 'купить в Steam, продать за деньги' },
  '{amount} become {received} of Steam balance, over these items.': {
    zh: '通过这些饰品，{amount} 可换得 {received} 的 Steam 余额。',
    ru: 'Через эти предметы {amount} становятся {received} на балансе Steam.',
  },
  '{amount} of Steam balance become {received} of money, over these items.': {
    zh: '通过这些饰品，{amount} 的 Steam 余额可换得 {received} 现金。',
    ru: 'Через эти предметы {amount} баланса Steam становятся {received} деньгами.',
  },
  'The sales of a day take up no more of {amount}.': {
    zh: '一天的成交量容不下全部 {amount}。',
    ru: 'Больше из {amount} продажи одного дня не вмещают.',
  },
  'No sales of such items are known, so nothing says how much can be carried across.': {
    zh: '这类饰品没有已知成交，无法得知能换多少。',
    ru: 'Продажи таких предметов неизвестны, и нельзя сказать, сколько можно перевести.',
  },
  'What is received for one unit paid': { zh: '每付出 1 单位可得多少', ru: 'Сколько получают за единицу уплаченного' },
  'Sold a day': { zh: '日成交', ru: 'Продаж в день' },
  'sold a day': { zh: '日成交', ru: 'продаж в день' },
  'Sales of the item a day over the last week, on all marketplaces': {
    zh: '最近一周全平台的日均成交',
    ru: 'Продажи предмета в день за последнюю неделю, на всех площадках',
  },
  'No item is bought and sold this way right now.': {
    zh: '目前没有可这样买卖的饰品。',
    ru: 'Сейчас нет предметов, которые можно так купить и продать.',
  },
  'Amount to carry across in a day, in {currency}': {
    zh: '一天内要换的金额（{currency}）',
    ru: 'Сумма на день, {currency}',
  },
  'Amount, {sign}': { zh: '金额，{sign}', ru: 'Сумма, {sign}' },
  'Into Steam balance': { zh: '换 Steam 余额', ru: 'В баланс Steam' },
  'Back to money': { zh: '换回现金', ru: 'Обратно в деньги' },
} as const satisfies PhraseList;
