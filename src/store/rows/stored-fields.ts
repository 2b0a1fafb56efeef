import { type Fields, type Kind, type Money, type RecordOf, variantAt } from '../../schema/index.ts';
import { countCell } from './cells.ts';
import * as column from './columns.ts';
import {
  byteAt,
  gameAt,
  jsonAt,
  knownAt,
  moneyAt,
  nullableTextAt,
  numberAt,
  type Page,
  pricesAt,
  type StoredTable,
  stickersAt,
  textAt,
  traitsAt,
} from './page.ts';
import { named } from './table.ts';

/** The columns of a field, and how its value is read from them; null is none. */
type StoredField = { readonly columns: column.Columns<never>; readonly valueAt: (page: Page, row: number) => unknown };
type DeclaredField = { readonly name: string; readonly isCertain: boolean; readonly about: string };

const of =
  <Value>(name: string) =>
  (row: Readonly<Record<string, unknown>>): Value =>
    (row[name] ?? null) as Value;

/** A field whose value has one column, which is named like it. */
const single = <Read>(
  name: string,
  made: column.Column<never, Read>,
  valueAt: (column: Read, row: number) => unknown,
): StoredField => ({ columns: { [name]: made }, valueAt: ({ columns }, row) => valueAt(columns[name] as Read, row) });

const number =
  (type: 'Float64' | 'Int32' | 'Int64') =>
  ({ name, about }: DeclaredField): StoredField =>
    single(name, column.number(`Nullable(${type})`, of<number | null>(name), about), knownAt);

const list = ({ name, about }: DeclaredField): StoredField =>
  single(name, column.list(of<readonly object[] | null>(name), about), jsonAt);

const storedAs: Readonly<Record<Kind, (field: DeclaredField) => StoredField>> = {
  game: ({ name }) => single(name, column.game(), gameAt),
  name: () => ({
    columns: { itemId: column.itemId() },
    valueAt: ({ names, nameNumbers }, row) => names.name(nameNumbers[row] as number),
  }),
  variant: ({ name }) => ({
    columns: { [name]: column.phase() },
    valueAt: ({ variants }, row) => variantAt(variants[row] as number),
  }),
  marketplace: ({ name }) => single(name, column.marketplaceId(), byteAt),
  text: ({ name, isCertain, about }) =>
    isCertain
      ? single(name, column.text(of<string>(name), about), textAt)
      : single(name, column.nullableText(of<string | null>(name), about), nullableTextAt),
  fraction: number('Float64'),
  whole: number('Int32'),
  count: (field) =>
    field.isCertain
      ? single(
          field.name,
          column.number('UInt32', (row) => countCell(of<number>(field.name)(row)), field.about),
          numberAt,
        )
      : number('Int64')(field),
  instant: ({ name, isCertain, about }) =>
    isCertain
      ? single(name, column.instant(of<number>(name), about), numberAt)
      : single(name, column.nullableInstant(of<number | null>(name), about), knownAt),
  // 0 when nothing is on sale; the currency is then meaningless
  money: ({ name, isCertain }) => ({
    columns: {
      amount: column.amount((row) => of<Money | null>(name)(row)?.amount ?? 0),
      currency: column.currency((row) => of<Money | null>(name)(row)?.currency ?? 'USD'),
    },
    valueAt: ({ columns }, row) => {
      const money = moneyAt({ amount: columns['amount'], currency: columns['currency'] }, row);
      return isCertain || money.amount > 0 ? money : null;
    },
  }),
  prices: ({ about }) => ({ columns: column.prices(about), valueAt: ({ columns }, row) => pricesAt(columns, row) }),
  stickers: ({ name }) => single(name, column.stickersOrTraits(), stickersAt),
  patches: list,
  charms: list,
  // In the column of the stickers
  tf2: () => ({ columns: {}, valueAt: ({ columns }, row) => traitsAt(columns['stickers'], row) }),
};

const shownFirst: readonly string[] = [...named.series, 'offerId', 'orderId', ...named.money, ...named.looks];

/** The columns of declared fields, and a row of them as a record. */
export function storedFields<Of extends Fields>(fields: Of) {
  const stored = Object.entries(fields).flatMap(([field, { kind, presence, about }]) =>
    about === null
      ? []
      : [{ field, presence, ...storedAs[kind]({ name: field, isCertain: presence === 'always', about }) }],
  );
  return {
    columns: Object.assign({}, ...stored.map((one) => one.columns)) as column.Columns<RecordOf<Of>>,
    recordAt: (page: Page, row: number): RecordOf<Of> => {
      const record: Record<string, unknown> = {};
      for (const { field, presence, valueAt } of stored) {
        const value = valueAt(page, row);
        if (value !== null || presence !== 'late') record[field] = value;
      }
      return record as RecordOf<Of>;
    },
  };
}

/** The table of records with declared fields. In exports, what identifies a row comes first, then prices and looks. */
export function storedTable<Of extends Fields>(name: string, fields: Of): StoredTable<RecordOf<Of>> {
  const { columns, recordAt } = storedFields(fields);
  const shown = Object.keys(columns).filter((one) => columns[one]?.about !== '');
  return {
    name,
    columns,
    exported: {
      time: 'changedAt',
      columns: [
        ...shownFirst.filter((one) => shown.includes(one)),
        ...shown.filter((one) => !shownFirst.includes(one)),
      ],
    },
    rowAt: recordAt,
  };
}
