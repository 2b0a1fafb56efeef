import type { PhraseList } from './phrase.ts';

/** What one pays and gets at marketplaces, in the settings. */
export const terms = {
  'What one pays and gets': { zh: '费用与所得', ru: 'Что платят и получают' },
  'at each marketplace; figures after fees, deals and ratios follow from it': {
    zh: '各平台；扣费后的数字、搬砖与比例均由此得出',
    ru: 'на каждой площадке; от этого зависят суммы после комиссий, сделки и курсы',
  },
  'Seller fee': { zh: '卖家手续费', ru: 'Комиссия продавца' },
  'Buyer fee': { zh: '买家手续费', ru: 'Комиссия покупателя' },
  'Pays out': { zh: '所得', ru: 'Выплачивает' },
  'Paying out': { zh: '提现费用', ru: 'Вывод' },
  'Cost of paying out': { zh: '提现费用', ru: 'Стоимость вывода' },
  'Cost of paying in': { zh: '充值费用', ru: 'Стоимость пополнения' },
  'Item hold': { zh: '饰品锁定', ru: 'Блокировка предмета' },
  'Money hold': { zh: '货款锁定', ru: 'Блокировка денег' },
  'Days until a bought item can be sold': { zh: '买入后可卖出的天数', ru: 'Дней до продажи купленного' },
  'Days until the money is free': { zh: '货款可用的天数', ru: 'Дней до свободных денег' },
  'Highest price': { zh: '最高价格', ru: 'Наибольшая цена' },
  'not known': { zh: '未知', ru: 'неизвестно' },
  'set here': { zh: '此处设置', ru: 'задано здесь' },
  '{cost}, at least {amount}': { zh: '{cost}，最低 {amount}', ru: '{cost}, не менее {amount}' },
  '{cost} from {price}': { zh: '{price} 起 {cost}', ru: '{cost} от {price}' },
  'Change {name}': { zh: '更改 {name}', ru: 'Изменить {name}' },
  'Change …': { zh: '更改…', ru: 'Изменить…' },
  'What to change': { zh: '更改哪一项', ru: 'Что изменить' },
  'New value': { zh: '新的值', ru: 'Новое значение' },
  'Percent, or percent plus an amount': { zh: '百分比，或百分比加金额', ru: 'проценты или проценты плюс сумма' },
  'Days, in all games': { zh: '天数，所有游戏', ru: 'дни, во всех играх' },
  'Amount and currency': { zh: '金额与货币', ru: 'сумма и валюта' },
  'It is not known': { zh: '标为未知', ru: 'Неизвестно' },
  'Back to what is built in': { zh: '恢复内置值', ru: 'Вернуть встроенное' },
  '{marketplace}: {fact} is now {value}.': {
    zh: '{marketplace}：{fact}现为 {value}。',
    ru: '{marketplace}: {fact} — теперь {value}.',
  },
  '{marketplace}: {fact} is what is built in again.': {
    zh: '{marketplace}：{fact}已恢复内置值。',
    ru: '{marketplace}: {fact} — снова встроенное значение.',
  },
} as const satisfies PhraseList;
