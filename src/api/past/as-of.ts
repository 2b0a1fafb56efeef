import type { Game } from '../../schema/index.ts';
import { isWhole } from '../../schema/index.ts';
import { invalid, unavailable } from '../errors.ts';
import { optionalInstant } from '../parameters.ts';
import type { RouteContext } from '../route.ts';
import { seenBook } from '../sight/seen-book.ts';
import type { ItemThen } from './past-reader.ts';

export const asOfParameter = optionalInstant(
  'The answer as it was at this instant, as far back as states are kept (store.statesDays); left out or empty means now',
);

const written = (at: number): string => new Date(at).toISOString();

function refusalOf(then: Exclude<ItemThen, { readonly kind: 'kept' }>, asOf: number) {
  const found = `the parameter "asOf" is ${written(asOf)}`;
  switch (then.kind) {
    case 'before':
      return then.earliest === null
        ? invalid(`${found}, and nothing of the past is kept yet; try again in a minute`)
        : invalid(`${found}, but what stood is kept from ${written(then.earliest)} on; give a later instant`);
    case 'hole': {
      const until = then.to === null ? 'on' : `to ${written(then.to)}`;
      return invalid(
        `${found}, but from ${written(then.from)} ${until} not everything is kept, as the service did not run or could not write; give an instant before or after that`,
      );
    }
    case 'late':
      return unavailable(
        'what was told last is not stored yet; try again in a few seconds, or give an earlier instant',
      );
  }
}

/** What a route reads from for one item as it was at an instant. */
export async function contextAt(
  context: RouteContext,
  { asOf, game, name }: { readonly asOf: number; readonly game: Game; readonly name: string },
): Promise<RouteContext> {
  const { past, now, sight } = context;
  if (asOf > now())
    throw invalid(`the parameter "asOf" is ${written(asOf)}, which is yet to come; give an instant up to now`);
  if (past === null)
    throw invalid(
      'nothing of the past is kept here, so leave out asOf; the operator can have it kept (store.statesDays)',
    );
  const then = await past.at(game, name, asOf);
  if (then.kind !== 'kept') throw refusalOf(then, asOf);
  const book = isWhole(sight) ? then.book : seenBook(then.book, sight);
  return { ...context, book, asked: () => {}, now: () => asOf };
}

/** Nobody kept what the flags of a row rest on. */
export function refuseFull(asOf: number | null, fields: 'full' | null): void {
  if (asOf !== null && fields !== null)
    throw invalid('fields=full says what is doubtful now, which is not kept of the past; leave out fields or asOf');
}
