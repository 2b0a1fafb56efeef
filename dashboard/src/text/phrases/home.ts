import type { PhraseList } from './phrase.ts';

/** Search, and the home page shown before a search. */
export const home = {
  'Item name': { zh: '饰品名称', ru: 'Название предмета' },
  'Find an item, such as ak redline ft': {
    zh: '搜索饰品，例如：AK 红线 或 ak redline ft',
    ru: 'Найти предмет, например ak redline ft',
  },
  'Nothing can be found until a marketplace has been read.': {
    zh: '读取到第一个平台之前无法搜索。',
    ru: 'Пока не прочитана ни одна площадка, искать негде.',
  },
  'None of the marketplaces read here knows “{wanted}”.': {
    zh: '已读取的平台中都没有“{wanted}”。',
    ru: 'Ни одна из читаемых площадок не знает «{wanted}».',
  },
  'from {price}': { zh: '{price} 起', ru: 'от {price}' },
  'Did you mean:': { zh: '您要找的是：', ru: 'Возможно, вы искали:' },
  'Live now': { zh: '实时概况', ru: 'Что сейчас происходит' },
  'Last read': { zh: '最近读取', ru: 'Последнее чтение' },
  'median {length}': { zh: '中位数 {length}', ru: 'медиана {length}' },
  'On sale': { zh: '在售', ru: 'В продаже' },
  'Prices and times': { zh: '货币与时区', ru: 'Цены и время' },
  'No. {number}': { zh: '第 {number} 条', ru: '№ {number}' },
  'published {age} ago': { zh: '{age}前发布', ru: '{age} назад' },
  'Best deals': { zh: '最佳搬砖', ru: 'Лучшие сделки' },
  'all deals': { zh: '全部搬砖机会', ru: 'все сделки' },
  'New lows': { zh: '捡漏', ru: 'Новые минимумы' },
  'the newest offers from {price} that are at least {share} below every other marketplace, and below the usual price where that is known':
    {
      zh: '{price} 以上、比其他所有平台低 {share} 或更多、且低于该平台平时价格（如已知）的最新在售',
      ru: 'новейшие лоты от {price}, которые на {share} и более дешевле всех других площадок и дешевле обычного на своей, если оно известно',
    },
  'on the tape': { zh: '查看实时行情', ru: 'в ленте' },
  'found {age} ago': { zh: '{age}前发现', ru: 'найден {age} назад' },
  'elsewhere from {price}': { zh: '其他平台 {price} 起', ru: 'у других от {price}' },
  Others: { zh: '较其他平台', ru: 'К другим' },
  'Against the lowest ask of every other marketplace': {
    zh: '与其他所有平台的最低售价相比',
    ru: 'По сравнению с минимальной ценой всех других площадок',
  },
  'None right now.': { zh: '目前没有。', ru: 'Сейчас нет.' },
  Falling: { zh: '跌幅榜', ru: 'Падают' },
  Rising: { zh: '涨幅榜', ru: 'Растут' },
  'lowest asks where selling pays out money': {
    zh: '所得为现金的平台的最低售价',
    ru: 'минимальные цены там, где выплачивают деньги',
  },
  'in the last hour': { zh: '最近一小时', ru: 'за последний час' },
  'vs. {age} ago': { zh: '与 {age}前相比', ru: 'по сравнению с тем, что было {age} назад' },
  'No earlier prices are known yet.': { zh: '尚无此前的价格可比。', ru: 'Прежние цены пока неизвестны.' },
  'seen {age} ago': { zh: '{age}前确认', ru: 'подтверждено {age} назад' },
  'usually {price}': { zh: '平时 {price}', ru: 'обычно {price}' },
  Was: { zh: '原价', ru: 'Было' },
  Is: { zh: '现价', ru: 'Стало' },
  Change: { zh: '涨跌', ru: 'Изменение' },
  'Change of the lowest ask across all marketplaces': {
    zh: '全平台最低售价的涨跌',
    ru: 'Изменение минимальной цены по всем площадкам',
  },
  Watchlist: { zh: '我的关注', ru: 'Избранное' },
  'Press ☆ next to an item to keep it here, in this browser only.': {
    zh: '点击饰品旁的 ☆ 即可加入，只保存在此浏览器。',
    ru: 'Нажмите ☆ рядом с предметом, чтобы он остался здесь, только в этом браузере.',
  },
  'Last visited': { zh: '最近浏览', ru: 'Недавно открытые' },
  'Items you open are listed here.': {
    zh: '您打开过的饰品会显示在这里。',
    ru: 'Здесь появятся предметы, которые вы открывали.',
  },
  'nothing is known about it right now': { zh: '目前没有它的数据', ru: 'сейчас о нём ничего не известно' },
} as const satisfies PhraseList;
