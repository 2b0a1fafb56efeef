import { type Config, settings } from '../config/settings.ts';
import { createLog } from '../runtime/log.ts';

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
    write(welcome(service, config, remark));
    return;
  }
  // At any log level: neither the address nor the key can be shown a second time
  const log = createLog({ level: 'info', format, write });
  log.info({ origin: service.origin, dashboard: service.dashboard }, 'listening');
  if (service.firstKey !== null) log.info({ firstKey: service.firstKey }, 'first API key, shown only once');
}

function welcome({ origin, dashboard, firstKey }: Standing, config: Config, remark: string | null): string {
  const key = firstKey ?? '<your key>';
  const { folderFlag, locationFlags } = flagsOf(origin, config);
  return [
    '',
    ...(remark === null ? [] : [`  ${remark}`, '']),
    `  Itemtape answers on  ${origin}      documentation  ${origin}/docs`,
    `  Dashboard            ${dashboard}`,
    `                       opens once; for another tab: itemtape dashboard${folderFlag}${locationFlags}`,
    firstKey === null
      ? `  API keys             itemtape keys list${folderFlag}, itemtape keys create <name>${folderFlag}`
      : `  API key              ${firstKey}      (shown this once)`,
    `  A first request      curl -H "X-API-Key: ${key}" "${origin}/v2/items/search?game=CS2&query=ak-47+redline"`,
    '',
    '',
  ].join('\n');
}

/** The flags with which a command finds this service; empty where they would repeat the defaults. */
function flagsOf(origin: string, config: Config): { readonly folderFlag: string; readonly locationFlags: string } {
  const { 'data.folder': folder, 'http.host': host } = config;
  const { port } = new URL(origin);
  const word = (text: string) => (/^[\w./:-]+$/.test(text) ? text : JSON.stringify(text));
  return {
    folderFlag: folder === settings['data.folder'].default ? '' : ` --data-folder ${word(folder)}`,
    locationFlags: [
      host === settings['http.host'].default ? '' : ` --http-host ${word(host)}`,
      port === String(settings['http.port'].default) ? '' : ` --http-port ${port}`,
    ].join(''),
  };
}
