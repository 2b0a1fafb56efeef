import type { Column } from '../../table/column.ts';
import { translate, translateKnown } from '../../text/translate.ts';
import type { CredentialRow, SettingRow, SettingValue } from './operator.ts';

export const valueText = (value: SettingValue): string => {
  if (typeof value === 'string') return value === '' ? translate('none') : value;
  return Array.isArray(value) ? value.join(', ') || translate('none') : String(value);
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

const originOf = ({ origin }: SettingRow): string => translateKnown('origin', origin);

export const settingColumns: readonly Column<SettingRow>[] = [
  named('setting', translate('Setting')),
  {
    id: 'value',
    head: translate('Value'),
    label: translate('Value'),
    value: ({ value }) => valueText(value),
    cell: ({ value, afterRestart }) => (
      <>
        {valueText(value)}
        {afterRestart !== null && (
          <span class="detail">{translate('after a restart: {value}', { value: valueText(afterRestart) })}</span>
        )}
      </>
    ),
  },
  { id: 'from', head: translate('From'), label: translate('From'), value: originOf, cell: originOf },
];

const neededBy = ({ kind, marketplaces }: CredentialRow): string =>
  marketplaces.join(', ') || (kind === 'email' ? translate('e-mails') : translate('TF2 key prices'));

const originText = ({ origin }: CredentialRow): string =>
  origin === null ? translate('not set') : translate('set: {origin}', { origin: translateKnown('origin', origin) });

export const credentialColumns = (remove: (row: CredentialRow) => void): readonly Column<CredentialRow>[] => [
  named('credential', translate('Credential')),
  { id: 'marketplaces', head: translate('For'), label: translate('For'), value: neededBy, cell: neededBy },
  {
    id: 'state',
    head: translate('State'),
    label: translate('State'),
    value: originText,
    cell: (row) => (
      <>
        {originText(row)}{' '}
        {row.origin === 'dashboard' && (
          <button
            type="button"
            class="small"
            onClick={() => remove(row)}
            aria-label={translate('Remove {name}', { name: row.name })}
          >
            {translate('Remove')}
          </button>
        )}
      </>
    ),
  },
];
