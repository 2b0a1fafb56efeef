import type { Demand } from '../../contract/connector.ts';
import type { HttpClient } from './http-client.ts';

/** The headers that a host demands of every request, by name in lower case. */
export function demandedHeaders(demands: readonly Demand[], host: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const demand of demands) {
    if (!demand.hosts.includes(host)) continue;
    if ('header' in demand) headers[demand.header.name.toLowerCase()] = demand.header.value;
    if ('encodings' in demand) headers['accept-encoding'] = demand.encodings.join(', ');
  }
  return headers;
}

/** Sends requests with what their hosts demand. */
export function sendingDemanded(send: HttpClient['send'], demands: readonly Demand[] = []): HttpClient['send'] {
  if (demands.length === 0) return send;
  return (request, options) => {
    const demanded = demandedHeaders(demands, new URL(request.url).host);
    return send({ ...request, headers: { ...request.headers, ...demanded } }, options);
  };
}
