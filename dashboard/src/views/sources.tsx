import type { SourceHealth } from '@itemtape/client';
import { useAsked } from '../asked.ts';
import { Age } from '../parts/age.tsx';
import { Scrolling } from '../parts/scrolling.tsx';
import { addressOf, go, query } from '../router.ts';
import { tapeOf } from '../tape.ts';
import type { ViewProps } from './view.ts';

/** States in the order in which an operator wants to see them: trouble first. */
const states = [
  'refused',
  'blocked',
  'changed',
  'shrunk',
  'down',
  'stale',
  'limited',
  'starting',
  'live',
  'off',
] as const;

const placeOf = (state: string): number => states.findIndex((one) => one === state);

export function SourcesView({ apiKey }: ViewProps) {
  const { answer, failure } = useAsked('sources', (signal) => tapeOf(apiKey).sources({ signal }), { everySeconds: 5 });
  const state = query.value.get('state') ?? '';
  if (answer === null) return <p role="status">{failure ?? 'Looking…'}</p>;
  const counts = states.map((one) => ({ one, count: answer.filter((source) => source.state === one).length }));
  const shown = answer
    .filter((source) => state === '' || source.state === state)
    .sort((a, b) => placeOf(a.state) - placeOf(b.state) || a.marketplace.localeCompare(b.marketplace));
  return (
    <>
      <h1>Sources</h1>
      {failure !== null && <p role="alert">{failure}</p>}
      <fieldset class="chips">
        <legend class="unseen">State</legend>
        <button type="button" aria-pressed={state === ''} onClick={() => go('/sources', 'replace')}>
          all {answer.length}
        </button>
        {counts
          .filter(({ count }) => count > 0)
          .map(({ one, count }) => (
            <button
              key={one}
              type="button"
              aria-pressed={state === one}
              onClick={() => go(addressOf('/sources', { state: one }), 'replace')}
            >
              {one} {count}
            </button>
          ))}
      </fieldset>
      <Scrolling label="Sources">
        <table>
          <thead>
            <tr>
              <th scope="col">Marketplace</th>
              <th scope="col">Source</th>
              <th scope="col">Game</th>
              <th scope="col">State</th>
              <th scope="col" class="number">
                Read
              </th>
              <th scope="col" class="number">
                Rows
              </th>
              <th scope="col" class="number">
                Rejected
              </th>
              <th scope="col">Evidence</th>
              <th scope="col">In words</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((source) => (
              <SourceRow key={`${source.slug} ${source.source} ${source.game}`} source={source} />
            ))}
          </tbody>
        </table>
      </Scrolling>
    </>
  );
}

function SourceRow({ source }: { readonly source: SourceHealth }) {
  return (
    <tr data-state={source.state}>
      <th scope="row">{source.marketplace}</th>
      <td>{source.source}</td>
      <td>{source.game}</td>
      <td>
        <span class={`state ${source.state}`}>{source.state}</span>
      </td>
      <td class="number">
        <Age at={source.lastReadAt} />
      </td>
      <td class="number">{source.rows}</td>
      <td class="number">{source.rejected}</td>
      <td class="quiet">{source.evidence}</td>
      <td class="words">
        {source.missingCredential !== null && (
          <>
            needs <code>{source.missingCredential}</code>.{' '}
          </>
        )}
        {source.detail}
      </td>
    </tr>
  );
}
