import type { Health } from '@itemtape/client';
import { Age } from '../../parts/age.tsx';
import { Translated } from '../../parts/translated.tsx';
import { serviceTape } from '../../tape.ts';
import { wholeText } from '../../text/number.ts';
import { useQuery } from '../../use-query.ts';
import { Nodes } from './nodes.tsx';

/** Warnings while the database or the tape cannot be written, and the nodes of a cluster. */
export function Keeping() {
  const { answer } = useQuery<Health>('health', (signal) => serviceTape().health({ signal }), { everySeconds: 5 });
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
      <Translated
        phrase="The tape cannot be written ({age}): {error}. The stream goes on; readers may have to start over after a restart."
        parts={{ age: <Age at={tape.notKeepingSince} />, error: tape.lastError }}
      />
    </p>
  );
}

function StoreTrouble({ store }: { store: Health['store'] }) {
  if (store.writing) return null;
  const { notWritingSince, lastError, rowsWaiting, rowsGivenUp } = store;
  return (
    <p role="alert">
      <Translated
        phrase="The database cannot be written ({age}): {error}. Prices stay live; {waiting} rows are waiting; {givenUp} rows were given up since the start."
        parts={{
          age: <Age at={notWritingSince} />,
          error: lastError,
          waiting: wholeText(rowsWaiting),
          givenUp: wholeText(rowsGivenUp),
        }}
      />
    </p>
  );
}
