/** Content coding of an answer. */
export type Coding = 'identity' | 'gzip' | 'br';

const remembered = new Map<string, Coding>();
const rememberedLimit = 200;

/** The coding that an `Accept-Encoding` header prefers; brotli before gzip when both have the same weight. */
export function toCoding(header: string | undefined): Coding {
  if (header === undefined || header === '') return 'identity';
  const known = remembered.get(header);
  if (known !== undefined) return known;
  const coding = chosen(header);
  // Clients send the same few headers; the limit protects against endless new ones
  if (remembered.size < rememberedLimit) remembered.set(header, coding);
  return coding;
}

/** Whether an `Accept-Encoding` header prefers gzip to no coding, for responses compressed while they are sent. */
export function takesGzip(header: string | undefined): boolean {
  const { gzip, identity } = weightsIn(header ?? '');
  return gzip > 0 && identity <= gzip;
}

function chosen(header: string): Coding {
  const { br, gzip, identity } = weightsIn(header);
  const best = Math.max(br, gzip);
  if (best <= 0 || identity > best) return 'identity';
  return br >= gzip ? 'br' : 'gzip';
}

function weightsIn(header: string): Readonly<Record<Coding, number>> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...settings] = part.split(';').map((text) => text.trim());
    const weight = settings.find((setting) => setting.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const other = weights.get('*') ?? 0;
  return {
    br: weights.get('br') ?? other,
    gzip: weights.get('gzip') ?? weights.get('x-gzip') ?? other,
    identity: weights.get('identity') ?? 0,
  };
}
