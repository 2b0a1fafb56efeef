import Type from 'typebox';

/** A list, or the answer beyond its end. */
export const Page = Type.Union([
  Type.Object({ items: Type.Array(Type.Unknown()) }),
  Type.Object({ error: Type.Literal(2) }),
]);
