import type { PhraseList } from './phrase.ts';

/** What selling pays out, how long it is held, and what is not known of it. */
export const payouts = {
  money: { zh: '现金', ru: 'деньги' },
  'Steam balance': { zh: 'Steam 余额', ru: 'баланс Steam' },
  'site balance': { zh: '站内余额', ru: 'баланс площадки' },
  items: { zh: '饰品', ru: 'предметы' },
  coins: { zh: '代币', ru: 'монеты' },
  'payout unknown': { zh: '所得未知', ru: 'выплата неизвестна' },
  'What selling pays out': { zh: '卖出所得', ru: 'Что даёт продажа' },
  'Sell for money': { zh: '卖出得现金', ru: 'Продать за деньги' },
  'Sell for anything': { zh: '卖出得任何', ru: 'Продать за что угодно' },
  'Sell for Steam balance': { zh: '卖出得 Steam 余额', ru: 'Продать за баланс Steam' },
  'Sell for site balance': { zh: '卖出得站内余额', ru: 'Продать за баланс площадки' },
  'Sell for items': { zh: '卖出得饰品', ru: 'Продать за предметы' },
  'Sell for coins': { zh: '卖出得代币', ru: 'Продать за монеты' },
  'paid out in money': { zh: '所得为现金', ru: 'выплата деньгами' },
  'whatever is paid out': { zh: '所得不限', ru: 'любая выплата' },
  'paid out as Steam balance': { zh: '所得为 Steam 余额', ru: 'выплата балансом Steam' },
  'paid out as site balance': { zh: '所得为站内余额', ru: 'выплата балансом площадки' },
  'paid out in items': { zh: '所得为饰品', ru: 'выплата предметами' },
  'paid out in coins': { zh: '所得为代币', ru: 'выплата монетами' },
  'Longest hold': { zh: '最长锁定', ru: 'Самая долгая блокировка' },
  'Any hold': { zh: '锁定不限', ru: 'Любая блокировка' },
  'From buying until what you receive is free. Where a hold is not known, nothing is shown.': {
    zh: '从买入到所得可用为止。锁定期未知的不显示。',
    ru: 'От покупки до того, как полученное станет свободным. Где срок неизвестен, ничего не показано.',
  },
  'Free within {count} days': {
    zh: '{count} 天内可用',
    ru: { one: 'Свободно за {count} день', few: 'Свободно за {count} дня', many: 'Свободно за {count} дней' },
  },
  'free after {count} days': {
    zh: '{count} 天后可用',
    ru: { one: 'свободно через {count} день', few: 'свободно через {count} дня', many: 'свободно через {count} дней' },
  },
  Hold: { zh: '锁定', ru: 'Блокировка' },
  hold: { zh: '锁定', ru: 'блокировка' },
  'Days until what you receive is free: until the item can be sold elsewhere, and until what it is sold for is free; ? is not known':
    {
      zh: '所得可用前的天数：饰品可在别处卖出前，加上卖出所得可用前；? 为未知',
      ru: 'Дней до свободных денег: пока предмет можно продать в другом месте и пока полученное освободится; ? — неизвестно',
    },
  'the buyer fee of {names}': { zh: '{names} 的买家手续费', ru: 'комиссия покупателя: {names}' },
  'the cost of paying out from {names}': { zh: '{names} 的提现费用', ru: 'стоимость вывода: {names}' },
  'A figure with ≤ is at most that. Not known, and so not deducted: {facts}.': {
    zh: '带 ≤ 的数字为上限。未知因而未扣除：{facts}。',
    ru: 'Число со знаком ≤ — верхняя граница. Неизвестны и потому не вычтены: {facts}.',
  },
} as const satisfies PhraseList;
