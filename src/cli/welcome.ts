import { createLog } from '../log.ts';
import { type Config, settings } from '../settings.ts';

type Standing = {
  readonly origin: string;
  /** Opens the dashboard, once. */
  readonly dashboard: string;
  readonly firstKey: string | null;
};

/** Writes the address of the service and its first key, as text or as JSON lines depending on `log.format`. */
export function announce(
  service: Standing,
  {
    config,
    remark,
    write,
  }: { readonly config: Config; readonly remark: string | null; readonly write: (text: string) => void },
): void {
  const format = config['log.format'];
  if (format === 'text') {
    write(welcome(service, config['data.folder'], remark));
    return;
  }
  // At any log level: neither the address nor the key can be shown a second time
  const log = createLog({ level: 'info', format, write });
  log.info({ origin: service.origin, dashboard: service.dashboard }, 'listening');
  if (service.firstKey !== null) log.info({ firstKey: service.firstKey }, 'first API key, shown this once');
}

function welcome({ origin, dashboard, firstKey }: Standing, folder: string, remark: string | null): string {
  const key = firstKey ?? '<your key>';
  return [
    '',
    ...(remark === null ? [] : [`  ${remark}`, '']),
    `  Itemtape answers on  ${origin}      documentation  ${origin}/docs`,
    `  Dashboard            ${dashboard}`,
    `                       opens once; for another tab: ${dashboardCommand(origin, folder)}`,
    firstKey === null
      ? '  API keys             itemtape keys list, itemtape keys create <name>'
      : `  API key              ${firstKey}      (shown this once)`,
    `  A first request      curl -H "X-API-Key: ${key}" "${origin}/v2/items/search?game=CS2&query=ak-47+redline"`,
    '',
    '',
  ].join('\n');
}

/** The command that prints another address of the dashboard. */
function dashboardCommand(origin: string, folder: string): string {
  const { port } = new URL(origin);
  const isUsual = {
    folder: folder === settings['data.folder'].default,
    port: port === String(settings['http.port'].default),
  };
  return [
    'itemtape dashboard',
    ...(isUsual.folder ? [] : [`--data-folder ${/^[\w./-]+$/.test(folder) ? folder : JSON.stringify(folder)}`]),
    ...(isUsual.port ? [] : [`--http-port ${port}`]),
  ].join(' ');
}
