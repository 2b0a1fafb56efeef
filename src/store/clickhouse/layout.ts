/** A table, independent of the kind of installation. */
export type TableDefinition = {
  readonly name: string;
  readonly columns: string;
  readonly engine: 'ReplacingMergeTree';
  /** Arguments of the table engine. */
  readonly arguments?: string;
  readonly partitionBy?: string;
  readonly orderBy: string;
  readonly settings?: string;
  /** Sharding expression; it must be the same for all versions of a row. */
  readonly shardBy: string;
};

/** Names and statements of the tables for one kind of installation. */
export type Layout = {
  readonly database: string;
  readonly isCluster: boolean;
  readonly createDatabase: string;
  /** The table name for reading and writing. */
  readonly table: (name: string) => string;
  /** The table that holds the rows; differs from `table` only on a cluster. */
  readonly stored: (name: string) => string;
  readonly create: (table: TableDefinition) => readonly string[];
  readonly dropView: (name: string) => string;
  readonly alter: (name: string, change: string) => string;
  readonly addColumns: (name: string, columns: readonly string[]) => readonly string[];
  readonly drop: (name: string) => readonly string[];
};

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

const checked = (name: string, what: string): string => {
  if (identifier.test(name)) return name;
  throw new Error(`"${name}" cannot be the name of a ${what}; use letters, digits and underscores`);
};

const body = (table: TableDefinition, engine: string): string =>
  [
    `(\n${table.columns.trim()}\n) ENGINE = ${engine}`,
    table.partitionBy === undefined ? '' : `PARTITION BY ${table.partitionBy}`,
    `ORDER BY (${table.orderBy})`,
    table.settings === undefined ? '' : `SETTINGS ${table.settings}`,
  ]
    .filter((tasks) => tasks !== '')
    .join('\n');

const added = (columns: readonly string[]): string =>
  columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ');

/** The layout for a single server. */
export const plainLayout = (database: string): Layout => {
  const name = (table: string) => `${checked(database, 'database')}.${table}`;
  return {
    database,
    isCluster: false,
    createDatabase: `CREATE DATABASE IF NOT EXISTS ${checked(database, 'database')}`,
    table: name,
    stored: name,
    create: (table) => [
      `CREATE TABLE IF NOT EXISTS ${name(table.name)} ${body(table, `${table.engine}(${table.arguments ?? ''})`)}`,
    ],
    dropView: (view) => `DROP VIEW IF EXISTS ${name(view)}`,
    alter: (table, change) => `ALTER TABLE ${name(table)} ${change}`,
    addColumns: (table, columns) => [`ALTER TABLE ${name(table)} ${added(columns)}`],
    drop: (table) => [`DROP TABLE IF EXISTS ${name(table)} SYNC`],
  };
};

/** The layout for a cluster: replicated tables on every shard, and a distributed table in front of them. */
export const clusterLayout = (database: string, cluster: string): Layout => {
  const plain = plainLayout(database);
  const onCluster = `ON CLUSTER ${checked(cluster, 'cluster')}`;
  const stored = (table: string) => plain.table(`${table}Local`);
  const replicated = (table: TableDefinition) => {
    // Every server of a cluster defines the macros {shard} and {replica} in its configuration
    const macros = `'/clickhouse/tables/{shard}/${database}/${table.name}', '{replica}'`;
    return `Replicated${table.engine}(${[macros, table.arguments].filter(Boolean).join(', ')})`;
  };
  return {
    ...plain,
    isCluster: true,
    createDatabase: `${plain.createDatabase} ${onCluster}`,
    stored,
    create: (table) => [
      `CREATE TABLE IF NOT EXISTS ${stored(table.name)} ${onCluster} ${body(table, replicated(table))}`,
      `CREATE TABLE IF NOT EXISTS ${plain.table(table.name)} ${onCluster} AS ${stored(table.name)}
ENGINE = Distributed(${cluster}, ${database}, ${table.name}Local, ${table.shardBy})`,
    ],
    dropView: (view) => `DROP VIEW IF EXISTS ${plain.table(view)} ${onCluster}`,
    alter: (table, change) => `ALTER TABLE ${stored(table)} ${onCluster} ${change}`,
    addColumns: (table, columns) =>
      [stored(table), plain.table(table)].map((one) => `ALTER TABLE ${one} ${onCluster} ${added(columns)}`),
    drop: (table) => [plain.table(table), stored(table)].map((one) => `DROP TABLE IF EXISTS ${one} ${onCluster} SYNC`),
  };
};
