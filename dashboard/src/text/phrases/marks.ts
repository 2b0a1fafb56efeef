import type { PhraseList } from './phrase.ts';

/** Flags of doubtful prices, and words of the service that the page translates. */
export const marks = {
  Flags: { zh: '标记', ru: 'Пометки' },
  'flag: stale': { zh: '陈旧', ru: 'устарело' },
  'flag: thin': { zh: '量少', ru: 'мало данных' },
  'flag: outlier': { zh: '异常价', ru: 'выброс' },
  'flag: inferred': { zh: '推断', ru: 'формат предположен' },
  'flag: fee unknown': { zh: '手续费未知', ru: 'комиссия неизвестна' },
  'flag: after gap': { zh: '中断之后', ru: 'после пробела' },
  'flag: partial read': { zh: '读取不全', ru: 'прочитано частично' },
  'flag: rate old': { zh: '汇率过旧', ru: 'старый курс' },
  'flag: variant unknown': { zh: '款式未知', ru: 'вариант неизвестен' },
  'flag: converted': { zh: '已换算', ru: 'пересчитано' },
  'flag: crossed': { zh: '买卖倒挂', ru: 'ордер выше цены' },
  'flag: locked': { zh: '买卖同价', ru: 'ордер равен цене' },
  'the marketplace has not confirmed it for an hour': {
    zh: '平台已一小时未确认该价格',
    ru: 'площадка не подтверждала это уже час',
  },
  'the marketplace has only one offer, buy order or sale': {
    zh: '该平台只有一件在售、一笔求购或一笔成交',
    ru: 'на площадке всего один лот, ордер или одна продажа',
  },
  'far from what the other marketplaces ask, or from its usual price': {
    zh: '与其他平台的售价或平时价格相差很大',
    ru: 'сильно отличается от цен других площадок или от обычной цены',
  },
  'every source of that marketplace for it has an inferred format': {
    zh: '该平台的相关数据源格式均为推断所得',
    ru: 'у всех источников этой площадки формат данных лишь предположен',
  },
  'the buyer fee is unknown here: the profit is at most this': {
    zh: '该平台的买家手续费未知：利润最多为此数',
    ru: 'комиссия покупателя здесь неизвестна: прибыль не больше указанной',
  },
  'read after its source had been failing for a while; changes in between may be missing': {
    zh: '数据源中断一段时间后才读取，期间的变化可能缺失',
    ru: 'прочитано после сбоя источника; изменения за это время могли пропасть',
  },
  'a source returned rows that cannot be read, or far fewer than before': {
    zh: '数据源返回了无法读取的行，或行数远少于以前',
    ru: 'источник прислал нечитаемые строки или намного меньше строк, чем раньше',
  },
  'the marketplace states it in another currency; converted at the day’s rate': {
    zh: '该市场以其他货币标价；按当日汇率换算',
    ru: 'площадка указывает цену в другой валюте; пересчитано по курсу дня',
  },
  'its exchange rate is out of date, or no usable rate exists': {
    zh: '汇率已过期，或没有可用的汇率',
    ru: 'курс валюты просрочен, или подходящего курса нет',
  },
  'the item has variants, and the marketplace did not say which one this is': {
    zh: '该饰品有多个款式，平台未说明是哪一个',
    ru: 'у предмета есть варианты, и не сказано, какой это',
  },
  'the best buy order is above the lowest ask': {
    zh: '最高求购价高于最低售价',
    ru: 'лучший ордер на покупку выше минимальной цены продажи',
  },
  'the best buy order is the lowest ask': {
    zh: '最高求购价等于最低售价',
    ru: 'лучший ордер на покупку равен минимальной цене продажи',
  },
  'a flag this page does not know yet': {
    zh: '此页面尚不认识的标记',
    ru: 'пометка, которую эта страница ещё не знает',
  },
  'evidence: recorded': { zh: '实录', ru: 'записано' },
  'evidence: documented': { zh: '官方文档', ru: 'по документации' },
  'evidence: inferred': { zh: '推断', ru: 'предположено' },
  '{surest} to {least}': { zh: '{surest}至{least}', ru: '{surest} … {least}' },
  'event: Added': { zh: '上架', ru: 'Добавлен' },
  'event: Updated': { zh: '改价', ru: 'Изменён' },
  'event: Removed': { zh: '下架', ru: 'Снят' },
  'bound: below': { zh: '低于', ru: 'ниже' },
  'bound: above': { zh: '高于', ru: 'выше' },
  'day: complete': { zh: '完整', ru: 'полный' },
  'day: partial': { zh: '部分', ru: 'частичный' },
  'day: missing': { zh: '缺失', ru: 'отсутствует' },
  'no data stored': { zh: '没有保存数据', ru: 'ничего не сохранено' },
  '{day}: no data stored': { zh: '{day}：没有保存数据', ru: '{day}: ничего не сохранено' },
  '{label}: {complete} complete, {partial} partial, {missing} missing': {
    zh: '{label}：{complete} 天完整，{partial} 天部分，{missing} 天缺失',
    ru: '{label}: полных дней {complete}, частичных {partial}, отсутствующих {missing}',
  },
} as const satisfies PhraseList;
