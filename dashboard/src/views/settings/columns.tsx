import type { Column } from '../../table/column.ts';
import { say, sayKnown } from '../../text/say.ts';
import type { CredentialRow, SettingRow, SettingValue } from './operator.ts';

export const valueText = (value: SettingValue): string => {
  if (typeof value === 'string') return value === '' ? say('none') : value;
  return Array.isArray(value) ? value.join(', ') || say('none') : String(value);
};

/** A name as written in files, with its description. */
const named = <Row extends { readonly name: string; readonly about: string }>(
  id: string,
  head: string,
): Column<Row> => ({
  id,
  head,
  kind: 'lead',
  isRowHead: true,
  value: ({ name }) => name,
  cell: ({ name, about }) => (
    <>
      <code>{name}</code>
      <span class="detail quiet">{about}</span>
    </>
  ),
});

const originOf = ({ origin }: SettingRow): string => sayKnown('origin', origin);

export const settingColumns: readonly Column<SettingRow>[] = [
  named('setting', say('Setting')),
  {
    id: 'value',
    head: say('Value'),
    label: say('Value'),
    value: ({ value }) => valueText(value),
    cell: ({ value, afterRestart }) => (
      <>
        {valueText(value)}
        {afterRestart !== null && (
          <span class="detail">{say('after a restart: {value}', { value: valueText(afterRestart) })}</span>
        )}
      </>
    ),
  },
  { id: 'from', head: say('From'), label: say('From'), value: originOf, cell: originOf },
];

const neededBy = ({ kind, marketplaces }: CredentialRow): string =>
  marketplaces.join(', ') || (kind === 'email' ? say('e-mails') : say('TF2 key prices'));

const originText = ({ origin }: CredentialRow): string =>
  origin === null ? say('not set') : say('set: {origin}', { origin: sayKnown('origin', origin) });

export const credentialColumns = (remove: (row: CredentialRow) => void): readonly Column<CredentialRow>[] => [
  named('credential', say('Credential')),
  { id: 'marketplaces', head: say('For'), label: say('For'), value: neededBy, cell: neededBy },
  {
    id: 'state',
    head: say('State'),
    label: say('State'),
    value: originText,
    cell: (row) => (
      <>
        {originText(row)}{' '}
        {row.origin === 'dashboard' && (
          <button
            type="button"
            class="small"
            onClick={() => remove(row)}
            aria-label={say('Remove {name}', { name: row.name })}
          >
            {say('Remove')}
          </button>
        )}
      </>
    ),
  },
];
