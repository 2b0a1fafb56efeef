import type { PhraseList } from './phrase.ts';

/** Opening the dashboard, and why it was refused. */
export const session = {
  'Open the dashboard': { zh: '打开面板', ru: 'Открыть панель' },
  'Operators: {command}, run where the service runs, prints an address that opens the dashboard here, once.': {
    zh: '运营者：在服务所在机器上运行 {command}，会输出一个可在此打开一次的地址。',
    ru: 'Оператору: команда {command} рядом с сервисом выводит адрес, который откроет панель здесь один раз.',
  },
  'Or with an API key': { zh: '或使用 API 密钥', ru: 'Или по ключу API' },
  Open: { zh: '打开', ru: 'Открыть' },
  'The operator creates one with {command}; it is stored in this browser only.': {
    zh: '由运营者用 {command} 创建；密钥只保存在此浏览器。',
    ru: 'Оператор создаёт его командой {command}; ключ хранится только в этом браузере.',
  },
  'This address has already been used, or has expired.': {
    zh: '此地址已使用过，或已过期。',
    ru: 'Этот адрес уже использован или устарел.',
  },
  'The session of this tab has ended.': { zh: '此标签页的会话已结束。', ru: 'Сеанс этой вкладки завершён.' },
  'This key is not known here.': { zh: '此处不认识这个密钥。', ru: 'Этот ключ здесь неизвестен.' },
  'The service answered {status}.': { zh: '服务返回了 {status}。', ru: 'Сервис ответил {status}.' },
  'No session is open in this tab.': { zh: '此标签页没有打开的会话。', ru: 'В этой вкладке нет открытого сеанса.' },
  'The service cannot be reached.': { zh: '无法连接到服务。', ru: 'Сервис недоступен.' },
  'This browser has forgotten its key.': { zh: '此浏览器的密钥已清除。', ru: 'Ключ этого браузера забыт.' },
} as const satisfies PhraseList;
