/** What a person is told once the service stands. */
export function welcome(
  service: { readonly origin: string; readonly firstKey: string | null },
  remark: string | null,
): string {
  const { origin, firstKey } = service;
  const key = firstKey ?? '<your key>';
  return [
    '',
    ...(remark === null ? [] : [`  ${remark}`, '']),
    `  Itemtape answers on  ${origin}      documentation  ${origin}/docs`,
    firstKey === null
      ? '  API keys             itemtape keys list, itemtape keys create <name>'
      : `  API key              ${firstKey}      (shown this once)`,
    `  A first request      curl -H "X-API-Key: ${key}" "${origin}/v2/items/search?game=CS2&query=ak-47+redline"`,
    '',
    '',
  ].join('\n');
}
