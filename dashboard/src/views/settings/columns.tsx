import type { Column } from '../../table/column.ts';
import type { CredentialRow, SettingRow, SettingValue } from './operator.ts';

export const valueText = (value: SettingValue): string => {
  if (typeof value === 'string') return value === '' ? 'none' : value;
  return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
};

export const settingColumns: readonly Column<SettingRow>[] = [
  {
    id: 'setting',
    head: 'Setting',
    kind: 'lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: ({ name, about }) => (
      <>
        <code>{name}</code>
        <span class="detail quiet">{about}</span>
      </>
    ),
  },
  {
    id: 'value',
    head: 'Value',
    label: 'Value',
    value: ({ value }) => valueText(value),
    cell: ({ value, afterRestart }) => (
      <>
        {valueText(value)}
        {afterRestart !== null && <span class="detail">after a restart: {valueText(afterRestart)}</span>}
      </>
    ),
  },
  { id: 'from', head: 'From', label: 'From', value: ({ origin }) => origin, cell: ({ origin }) => origin },
];

const originText = ({ origin }: CredentialRow): string => (origin === null ? 'not set' : `set in the ${origin}`);

export const credentialColumns = (remove: (row: CredentialRow) => void): readonly Column<CredentialRow>[] => [
  {
    id: 'credential',
    head: 'Credential',
    kind: 'lead',
    isRowHead: true,
    value: ({ name }) => name,
    cell: ({ name, about }) => (
      <>
        <code>{name}</code>
        <span class="detail quiet">{about}</span>
      </>
    ),
  },
  {
    id: 'marketplaces',
    head: 'For',
    label: 'For',
    value: ({ kind, marketplaces }) => marketplaces.join(', ') || (kind === 'email' ? 'e-mails' : 'rates of keys'),
    cell: ({ kind, marketplaces }) => marketplaces.join(', ') || (kind === 'email' ? 'e-mails' : 'rates of keys'),
  },
  {
    id: 'state',
    head: 'State',
    label: 'State',
    value: originText,
    cell: (row) => (
      <>
        {originText(row)}{' '}
        {row.origin === 'dashboard' && (
          <button type="button" class="small" onClick={() => remove(row)} aria-label={`Remove ${row.name}`}>
            Remove
          </button>
        )}
      </>
    ),
  },
];
