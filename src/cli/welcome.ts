import type { Config } from '../config/settings.ts';
import { createLog } from '../runtime/log.ts';
import { printedCommands } from '../service/printed-commands.ts';

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
  const commands = printedCommands(origin, config);
  return [
    '',
    ...(remark === null ? [] : [`  ${remark}`, '']),
    `  Itemtape answers on  ${origin}      documentation  ${origin}/docs`,
    `  Dashboard            ${dashboard}`,
    `                       signs one browser in; for another: ${commands.dashboard}`,
    firstKey === null
      ? `  API keys             ${commands.listKeys}, ${commands.createKey}`
      : `  API key              ${firstKey}      (shown this once)`,
    `  A first request      curl -H "X-API-Key: ${key}" "${origin}/v2/items/search?game=CS2&query=ak-47+redline"`,
    '',
    '',
  ].join('\n');
}
