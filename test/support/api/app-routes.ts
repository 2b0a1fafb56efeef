import type { FastifyInstance } from 'fastify';

/** Every path of the interface with its methods, as the router lists them. */
export function appRoutes(app: FastifyInstance): { readonly path: string; readonly methods: readonly string[] }[] {
  const parts: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((reader) => {
      const [, indent, part = '', methods] = /^([│\s]*)[├└]── (\S*)(?: \((.*)\))?/.exec(reader) ?? [];
      if (indent === undefined) return [];
      parts.length = indent.length / 4;
      parts.push(part);
      return methods === undefined ? [] : [{ path: parts.join(''), methods: methods.split(', ') }];
    });
}
