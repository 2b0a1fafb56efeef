import type { PhraseList } from './phrase.ts';

/** Settings in force, and credentials. */
export const settings = {
  'Only the operator sees settings: open the dashboard with an address that {command} prints, or with a key that has the admin right.':
    {
      zh: '设置只向运营者显示：请用 {command} 输出的地址，或具有 admin 权限的密钥打开面板。',
      ru: 'Настройки видит только оператор: откройте панель по адресу, который выводит {command}, или ключом с правом admin.',
    },
  'Current values': { zh: '当前生效', ru: 'Действует сейчас' },
  'Log level, until the next start': { zh: '日志级别（至下次启动）', ru: 'Уровень журнала до следующего запуска' },
  'The log now contains {level} and above.': {
    zh: '日志现在记录 {level} 及以上级别。',
    ru: 'В журнал пишется {level} и выше.',
  },
  'Reload settings and credentials': { zh: '重新读取设置和凭据', ru: 'Перечитать настройки и учётные данные' },
  'No settings have changed.': { zh: '没有设置发生变化。', ru: 'Настройки не изменились.' },
  'Changed: {names}.': { zh: '已更改：{names}。', ru: 'Изменено: {names}.' },
  'After a restart: {names}.': { zh: '重启后生效：{names}。', ru: 'После перезапуска: {names}.' },
  'Restarted: {names}.': { zh: '已重启：{names}。', ru: 'Перезапущены: {names}.' },
  Credential: { zh: '凭据', ru: 'Учётные данные' },
  Credentials: { zh: '凭据', ru: 'Учётные данные' },
  'where each is set; their values are never shown': {
    zh: '各凭据在何处设置；内容不会在任何地方显示',
    ru: 'где заданы; сами значения нигде не показываются',
  },
  'No marketplace here needs one.': { zh: '这里没有平台需要凭据。', ru: 'Здесь они не нужны ни одной площадке.' },
  '{name} (set)': { zh: '{name}（已设置）', ru: '{name} (задано)' },
  'Its value; it is not shown again': { zh: '内容（之后不再显示）', ru: 'Значение; больше нигде не показывается' },
  Save: { zh: '保存', ru: 'Сохранить' },
  '{name} has been saved.': { zh: '{name} 已保存。', ru: '{name}: сохранено.' },
  '{name} has been removed.': { zh: '{name} 已移除。', ru: '{name}: удалено.' },
  Remove: { zh: '移除', ru: 'Удалить' },
  'Remove {name}': { zh: '移除 {name}', ru: 'Удалить {name}' },
  'Remove {name}? Whatever needs it stops immediately.': {
    zh: '移除 {name}？依赖它的功能会立即停止。',
    ru: 'Удалить {name}? Всё, чему это нужно, сразу остановится.',
  },
  For: { zh: '用于', ru: 'Для' },
  'e-mails': { zh: '电子邮件', ru: 'писем' },
  'TF2 key prices': { zh: 'TF2 钥匙价格', ru: 'цен ключей TF2' },
  'current values, and where each comes from': {
    zh: '当前生效的值及其来源',
    ru: 'что действует и откуда взято',
  },
  'not set': { zh: '未设置', ru: 'не задано' },
  'set: {origin}': { zh: '已设置：{origin}', ru: 'задано: {origin}' },
  Setting: { zh: '设置项', ru: 'Настройка' },
  Value: { zh: '值', ru: 'Значение' },
  From: { zh: '来源', ru: 'Откуда' },
  'after a restart: {value}': { zh: '重启后：{value}', ru: 'после перезапуска: {value}' },
  'origin: default': { zh: '默认值', ru: 'по умолчанию' },
  'origin: file': { zh: '设置文件', ru: 'файл настроек' },
  'origin: environment': { zh: '环境变量', ru: 'окружение' },
  'origin: flag': { zh: '命令行参数', ru: 'параметр запуска' },
  'origin: dashboard': { zh: '面板', ru: 'панель' },
} as const satisfies PhraseList;
