import { games } from '../../games.ts';
import type { NewKey } from './operator.ts';

const daySeconds = 86_400;

/** A new key as entered in the form; empty fields set no limit. */
export function keyRequestOf(fields: FormData, now: number): NewKey {
  const text = (name: string): string => String(fields.get(name) ?? '').trim();
  const number = (name: string): number | undefined => (text(name) === '' ? undefined : Number(text(name)));
  const [days, perMinute, perDay] = [number('days'), number('perMinute'), number('perDay')];
  const connections = number('connections');
  const endpoints = text('endpoints')
    .split(/[\s,]+/)
    .filter((path) => path !== '');
  const chosen = games.filter((game) => fields.getAll('game').includes(game));
  const marketplaces = fields.getAll('marketplace').map(String);
  return {
    name: text('name'),
    websocketAccess: fields.has('stream'),
    alerts: fields.has('alerts'),
    admin: fields.has('admin'),
    ...(days !== undefined && { expiresAt: Math.round(now / 1000 + days * daySeconds) }),
    ...(perMinute !== undefined && { requestsPerMinute: perMinute }),
    ...(perDay !== undefined && { requestsPerDay: perDay }),
    ...(connections !== undefined && { connections }),
    ...(endpoints.length > 0 && { endpoints }),
    ...(chosen.length > 0 && { games: chosen }),
    ...(marketplaces.length > 0 && { marketplaces }),
  };
}
