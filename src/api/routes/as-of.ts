import type { Game } from '../../schema/index.ts';
import { isWhole, NoDatabase } from '../../schema/index.ts';
import type { ItemThen } from '../as-of/past-reader.ts';
import { invalid } from '../errors.ts';
import { optionalInstant } from '../parameters.ts';
import type { RouteContext } from '../route.ts';
import { seenBook } from '../scope/seen-book.ts';

export const asOfParameter = optionalInstant(
  'Answer as of this instant, as far back as states are kept (store.statesDays); now if omitted or empty',
);

const written = (at: number): string => new Date(at).toISOString();

function refusalOf(then: Exclude<ItemThen, { readonly kind: 'kept' }>, asOf: number) {
  const found = `the parameter "asOf" is ${written(asOf)}`;
  switch (then.kind) {
    case 'before':
      return then.earliest === null
        ? invalid(`${found}, but no history is kept yet; try again in a minute`)
        : invalid(`${found}, but history is only kept from ${written(then.earliest)} on; give a later instant`);
    case 'hole': {
      const until = then.to === null ? 'on' : `to ${written(then.to)}`;
      return invalid(
        `${found}, but history is incomplete from ${written(then.from)} ${until}, because the service did not run or could not write; give an instant before or after that`,
      );
    }
  }
}

/** The context of a route with one item as of an instant. */
export async function contextAt(
  context: RouteContext,
  { asOf, game, name }: { readonly asOf: number; readonly game: Game; readonly name: string },
): Promise<RouteContext> {
  const { past, now, scope, store } = context;
  if (asOf > now())
    throw invalid(`the parameter "asOf" is ${written(asOf)}, which is in the future; give an instant up to now`);
  if (!store.keepsPast) throw new NoDatabase();
  if (past === null)
    throw invalid('this service keeps no history; leave out asOf, or ask the operator to keep it (store.statesDays)');
  const then = await past.at(game, name, asOf);
  if (then.kind !== 'kept') throw refusalOf(then, asOf);
  const book = isWhole(scope) ? then.book : seenBook(then.book, scope);
  return { ...context, book, itemRequested: () => {}, now: () => asOf };
}

/** Refuses `asOf` with `fields=full`: the facts behind the flags of a row are not kept. */
export function refuseFull(asOf: number | null, fields: 'full' | null): void {
  if (asOf !== null && fields !== null)
    throw invalid(
      'fields=full is not available for the past, for which its facts are not kept; leave out fields or asOf',
    );
}
