import type { Health } from '@itemtape/client';
import { Head } from '../../parts/head.tsx';
import { Scrolling } from '../../parts/scrolling.tsx';
import { wholeText } from '../../text/number.ts';
import { translate } from '../../text/translate.ts';

/** The nodes of a cluster; empty when there is only one process. */
export function Nodes({ nodes }: { readonly nodes: NonNullable<Health['nodes']> }) {
  if (nodes.length === 0) return null;
  return (
    <div class="panel">
      <Scrolling label={translate('Nodes of the cluster')}>
        <table>
          <thead>
            <tr>
              <Head>{translate('Node')}</Head>
              <Head>{translate('Roles')}</Head>
              <Head>{translate('Working on')}</Head>
              <Head>{translate('State')}</Head>
              <Head kind="number">{translate('Last change')}</Head>
            </tr>
          </thead>
          <tbody>
            {nodes.map((node) => (
              <tr key={node.name}>
                <td>
                  {node.name}
                  {node.answers && ` ${translate('(this one)')}`}
                </td>
                <td>{node.roles.join(', ')}</td>
                <td>{node.works.join(', ')}</td>
                <td>{stateOf(node)}</td>
                <td class="number">{wholeText(node.sequence)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
    </div>
  );
}

// Nodes report four times a second
const silentAfterSeconds = 3;

const stateOf = ({ ready, silentSeconds }: NonNullable<Health['nodes']>[number]): string => {
  if (silentSeconds >= silentAfterSeconds)
    return translate('silent for {count} s', { count: Math.round(silentSeconds) });
  return ready ? translate('ready') : translate('waiting');
};
