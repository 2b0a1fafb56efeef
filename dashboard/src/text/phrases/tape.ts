import type { PhraseList } from './phrase.ts';

/** The live tape. */
export const tape = {
  Live: { zh: '实时', ru: 'В реальном времени' },
  Paused: { zh: '已暂停', ru: 'Пауза' },
  Pause: { zh: '暂停', ru: 'Приостановить' },
  Continue: { zh: '继续', ru: 'Продолжить' },
  'Connection lost, trying again': { zh: '连接中断，正在重试', ru: 'Связь потеряна, повторная попытка' },
  'paused while you read': { zh: '阅读时暂停滚动', ru: 'остановлена, пока вы читаете' },
  '{count} waiting': { zh: '{count} 条待显示', ru: 'ожидают: {count}' },
  '{count} per second': { zh: '每秒 {count} 条', ru: '{count} в секунду' },
  '{count} so far': { zh: '共 {count} 条', ru: 'всего {count}' },
  'some messages were sent while the connection was down, and are no longer kept': {
    zh: '连接中断期间的部分消息已不再保留',
    ru: 'часть сообщений была отправлена, пока связи не было, и больше не хранится',
  },
  'Show {count} new': { zh: '显示 {count} 条新消息', ru: 'Показать новые: {count}' },
  'Price limits need an exchange rate for {currency}, and none is known right now; choose USD': {
    zh: '没有 {currency} 汇率时无法按价格筛选，请选择 USD',
    ru: 'Пока курс {currency} неизвестен, фильтр по цене не работает; выберите USD',
  },
  'Offers as they appear and change': { zh: '实时上架与改价', ru: 'Лоты по мере появления и изменения' },
  Event: { zh: '事件', ru: 'Событие' },
  'Words in the name': { zh: '名称关键词', ru: 'Слова из названия' },
  'From, in {currency}': { zh: '最低价格（{currency}）', ru: 'Цена от, {currency}' },
  'From {sign}': { zh: '≥ {sign}', ru: 'От {sign}' },
  'Up to, in {currency}': { zh: '最高价格（{currency}）', ru: 'Цена до, {currency}' },
  'Percent below every other marketplace': {
    zh: '比其他所有平台低（%）',
    ru: 'На сколько процентов дешевле всех других площадок',
  },
  '% below': { zh: '低 %', ru: 'Дешевле на %' },
  'New lows only': { zh: '只看新低价', ru: 'Только новые минимумы' },
  'Below every other marketplace': { zh: '低于其他所有平台', ru: 'Дешевле всех других площадок' },
  'Below others': { zh: '低于其他平台', ru: 'Дешевле других' },
  'the newest {count}': { zh: '最新 {count} 件', ru: 'новейшие {count}' },
  'No offers match right now.': { zh: '目前没有符合条件的在售。', ru: 'Сейчас таких лотов нет.' },
  'Versus others': { zh: '较其他平台', ru: 'К другим площадкам' },
  'versus others': { zh: '较其他平台', ru: 'к другим' },
  'Elsewhere from': { zh: '其他平台起价', ru: 'У других от' },
  'elsewhere from': { zh: '其他平台起价', ru: 'у других от' },
} as const satisfies PhraseList;
