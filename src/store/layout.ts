/** How one table is described, whatever kind of installation it ends up in. */
export type TableDefinition = {
  readonly name: string;
  readonly columns: string;
  readonly engine: 'MergeTree' | 'ReplacingMergeTree' | 'AggregatingMergeTree';
  /** What stands between the engine's parentheses. */
  readonly arguments?: string;
  readonly partitionBy?: string;
  readonly orderBy: string;
  readonly settings?: string;
  /** Which shard a row belongs to; all versions of a row must name the same one. */
  readonly shardBy: string;
};

export type ViewDefinition = { readonly name: string; readonly into: string; readonly select: string };

/** Where the tables live and how they are written, as a function of the installation. */
export type Layout = {
  readonly database: string;
  readonly createDatabase: string;
  /** The name to read from and write to. */
  readonly table: (name: string) => string;
  /** The name of the table that holds the rows; another one only on a cluster. */
  readonly stored: (name: string) => string;
  readonly create: (table: TableDefinition) => readonly string[];
  readonly createView: (view: ViewDefinition) => string;
  readonly dropView: (name: string) => string;
  readonly alter: (name: string, change: string) => string;
  /** Gives a column another type, wherever the table is described. */
  readonly alterColumn: (name: string, column: string) => readonly string[];
  readonly optimise: (name: string, how: string) => string;
  readonly truncate: (name: string) => string;
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

/** One engine: embedded, or a single server. */
export const plainLayout = (database: string): Layout => {
  const name = (table: string) => `${checked(database, 'database')}.${table}`;
  return {
    database,
    createDatabase: `CREATE DATABASE IF NOT EXISTS ${checked(database, 'database')}`,
    table: name,
    stored: name,
    create: (table) => [
      `CREATE TABLE IF NOT EXISTS ${name(table.name)} ${body(table, `${table.engine}(${table.arguments ?? ''})`)}`,
    ],
    createView: (view) =>
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${name(view.name)} TO ${name(view.into)} AS ${view.select}`,
    dropView: (view) => `DROP VIEW IF EXISTS ${name(view)}`,
    alter: (table, change) => `ALTER TABLE ${name(table)} ${change}`,
    alterColumn: (table, column) => [`ALTER TABLE ${name(table)} MODIFY COLUMN ${column}`],
    optimise: (table, how) => `OPTIMIZE TABLE ${name(table)} ${how}`,
    truncate: (table) => `TRUNCATE TABLE ${name(table)}`,
  };
};

/** Many servers: replicated tables on every shard, and a distributed table in front of them. */
export const clusterLayout = (database: string, cluster: string): Layout => {
  const plain = plainLayout(database);
  const onCluster = `ON CLUSTER ${checked(cluster, 'cluster')}`;
  const stored = (table: string) => plain.table(`${table}Local`);
  const replicated = (table: TableDefinition) => {
    // {shard} and {replica} are macros that every server of a cluster has in its own configuration
    const place = `'/clickhouse/tables/{shard}/${database}/${table.name}', '{replica}'`;
    return `Replicated${table.engine}(${[place, table.arguments].filter(Boolean).join(', ')})`;
  };
  return {
    ...plain,
    createDatabase: `${plain.createDatabase} ${onCluster}`,
    stored,
    create: (table) => [
      `CREATE TABLE IF NOT EXISTS ${stored(table.name)} ${onCluster} ${body(table, replicated(table))}`,
      `CREATE TABLE IF NOT EXISTS ${plain.table(table.name)} ${onCluster} AS ${stored(table.name)}
ENGINE = Distributed(${cluster}, ${database}, ${table.name}Local, ${table.shardBy})`,
    ],
    createView: (view) =>
      `CREATE MATERIALIZED VIEW IF NOT EXISTS ${plain.table(view.name)} ${onCluster} TO ${stored(view.into)} AS ${view.select}`,
    dropView: (view) => `DROP VIEW IF EXISTS ${plain.table(view)} ${onCluster}`,
    alter: (table, change) => `ALTER TABLE ${stored(table)} ${onCluster} ${change}`,
    alterColumn: (table, column) =>
      [stored(table), plain.table(table)].map((one) => `ALTER TABLE ${one} ${onCluster} MODIFY COLUMN ${column}`),
    optimise: (table, how) => `OPTIMIZE TABLE ${stored(table)} ${onCluster} ${how}`,
    truncate: (table) => `TRUNCATE TABLE ${stored(table)} ${onCluster}`,
  };
};
