import { startClickHouseHttp } from '../../test/support/clickhouse-http.ts';
import { temporaryFolder } from '../../test/support/store-samples.ts';
import { testStore } from '../../test/support/store-suite.ts';

testStore('the store over a URL, with the embedded engine behind a small HTTP server of ours', async () => {
  const folder = temporaryFolder();
  const server = await startClickHouseHttp(folder.path);
  return {
    place: { url: server.url, username: 'default', password: '', database: 'tape' },
    stop: async () => {
      await server.stop();
      folder.remove();
    },
  };
});
