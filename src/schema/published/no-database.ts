/** What a service without a database lacks, and how to get it. */
export const lacksDatabase =
  'this service has no database and keeps nothing of the past; its operator can install the package @duckdb/node-api, or set store.url to a ClickHouse server, and restart it';

/** The past is asked for where there is no database. */
export class NoDatabase extends Error {
  override readonly name = 'NoDatabase';

  constructor() {
    super(lacksDatabase);
  }
}
