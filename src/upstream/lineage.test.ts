import { describe, expect, it } from 'vitest';
import { createLineage } from './lineage.ts';

describe('the lineage of a service', () => {
  it('names the service, and for each marketplace it reads from others, the services it came through', () => {
    const lineage = createLineage('a');
    expect(lineage.header()).toBe('a');
    expect(lineage.learn('skinport', 'b; skinport=c.d; buff163=e')).toBeNull();
    expect(lineage.learn('csfloat', 'b; skinport=c.d')).toBeNull();
    expect(lineage.header()).toBe('a; skinport=b.c.d; csfloat=b');
  });

  it('refuses a marketplace that comes from itself, and no other', () => {
    const lineage = createLineage('a');
    expect(lineage.learn('buff163', 'b; skinport=a')).toBeNull();
    expect(lineage.learn('skinport', 'b; skinport=a')).toContain('SkinPort would go in a circle');
    expect(lineage.learn('skinport', 'b; skinport=c.a')).toContain('(a < b < c < a)');
    expect(lineage.header()).toBe('a; buff163=b');
  });

  it('refuses itself as an upstream, and a chain that is too long', () => {
    const lineage = createLineage('a');
    expect(lineage.learn('skinport', 'a')).toContain('upstream.url is this service itself');
    expect(lineage.learn('skinport', 'b; skinport=c.d.e.f.g.h.i.j')).toContain('comes through 9 services');
  });

  it('follows the headers: a chain can change, and a service without the header has none', () => {
    const lineage = createLineage('a');
    lineage.learn('skinport', 'b; skinport=c');
    lineage.learn('skinport', 'b');
    expect(lineage.header()).toBe('a; skinport=b');
    lineage.learn('skinport', undefined);
    expect(lineage.header()).toBe('a');
  });

  it.each(['', ';', '=;=', 'a b', 'B; skinport=a', '\u0000', 'b; skinport', 'b; =c; skinport=..', 'x'.repeat(100)])(
    'ignores the invalid header %j',
    (header) => {
      expect(createLineage('a').learn('skinport', header)).toBeNull();
    },
  );
});
