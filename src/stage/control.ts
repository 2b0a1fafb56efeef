import { everyone, type FaultBoard, readFault } from './faults.ts';
import type { Player, StageReply, StageRequest } from './player.ts';

/** The first path segment of the stage's own endpoints; host names always contain a dot. */
export const controlSegment = 'stage';

type Control = {
  readonly players: readonly Player[];
  readonly faults: FaultBoard;
  readonly countOf: (slug: string) => number;
};

const refused = (error: string): StageReply => ({ status: 400, body: { error } });

const parsed = (body: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const setFault = ({ players, faults }: Control, body: string): StageReply => {
  const { slug, fault: wanted, requests = null } = parsed(body);
  const slugs = [everyone, ...players.map((player) => player.slug)];
  if (typeof slug !== 'string' || !slugs.includes(slug)) return refused(`"slug" must be one of ${slugs.join(', ')}`);
  const fault = readFault(wanted);
  if (typeof fault === 'string') return refused(fault);
  if (requests !== null && !(typeof requests === 'number' && Number.isInteger(requests) && requests > 0))
    return refused('"requests" must be a whole number above 0, or be left out until the fault is cleared');
  faults.set(slug, fault, requests);
  return { body: { faults: faults.standing() } };
};

/** The stage's own endpoints: GET /stage lists the players, POST and DELETE /stage/faults add and clear faults. */
export const control = (about: Control, { method, path, query, body }: StageRequest): StageReply | null => {
  const { players, faults, countOf } = about;
  if (path === '/' && method === 'GET')
    return {
      body: {
        players: players.map(({ slug, hosts }) => ({ slug, hosts, requests: countOf(slug) })),
        faults: faults.standing(),
      },
    };
  if (path !== '/faults') return null;
  if (method === 'POST') return setFault(about, body);
  if (method !== 'DELETE')
    return { status: 405, headers: { allow: 'POST, DELETE' }, body: { error: 'use POST or DELETE' } };
  faults.clear(query.get('slug') ?? undefined);
  return { body: { faults: faults.standing() } };
};
