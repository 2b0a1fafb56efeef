import type { Health } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import { tapeOf } from '../../tape.ts';
import { wholeText } from '../../text/number.ts';
import { useQuery } from '../../use-query.ts';
import type { ViewProps } from '../view.ts';
import { Nodes } from './nodes.tsx';

/** Says so while nothing can be written, or what the stream tells is not kept; and how the nodes of a cluster are. */
export function Keeping({ apiKey }: Pick<ViewProps, 'apiKey'>) {
  const { answer } = useQuery<Health>('health', (signal) => tapeOf(apiKey).health({ signal }), { everySeconds: 5 });
  if (answer === null) return null;
  return (
    <>
      <StoreTrouble store={answer.store} />
      <TapeTrouble tape={answer.tape} />
      <Nodes nodes={answer.nodes ?? []} />
    </>
  );
}

function TapeTrouble({ tape }: { tape: Health['tape'] }) {
  if (tape.keeping) return null;
  return (
    <p role="alert">
      What the stream tells is not kept (<Age at={tape.notKeepingSince} />
      ): {tape.lastError}. The stream goes on; readers may have to begin anew after a restart.
    </p>
  );
}

function StoreTrouble({ store }: { store: Health['store'] }) {
  if (store.writing) return null;
  const { notWritingSince, lastError, rowsWaiting, pointsThinned, rowsGivenUp } = store;
  return (
    <p role="alert">
      Nothing can be written (<Age at={notWritingSince} />
      ): {lastError}. Prices stay live; {wholeText(rowsWaiting)} rows wait, {wholeText(pointsThinned)} price points were
      thinned and {wholeText(rowsGivenUp)} rows given up since the start.
    </p>
  );
}
