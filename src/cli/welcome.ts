import { createLog } from '../log.ts';

type Standing = { readonly origin: string; readonly firstKey: string | null };

/** Tells, in the words of people or of machines, where the service answers and the first key of it. */
export function announce(
  service: Standing,
  options: { readonly format: string; readonly remark: string | null; readonly write: (text: string) => void },
): void {
  if (options.format === 'text') {
    options.write(welcome(service, options.remark));
    return;
  }
  // Whatever the level of the log is: the key can be shown no second time
  const log = createLog({ level: 'info', format: options.format, write: options.write });
  log.info({ origin: service.origin }, 'listening');
  if (service.firstKey !== null) log.info({ firstKey: service.firstKey }, 'first API key, shown this once');
}

function welcome({ origin, firstKey }: Standing, remark: string | null): string {
  const key = firstKey ?? '<your key>';
  return [
    '',
    ...(remark === null ? [] : [`  ${remark}`, '']),
    `  Itemtape answers on  ${origin}`,
    `  Dashboard            ${origin}/      documentation  ${origin}/docs`,
    firstKey === null
      ? '  API keys             itemtape keys list, itemtape keys create <name>'
      : `  API key              ${firstKey}      (shown this once)`,
    `  A first request      curl -H "X-API-Key: ${key}" "${origin}/v2/items/search?game=CS2&query=ak-47+redline"`,
    '',
    '',
  ].join('\n');
}
