import { temporaryFolder } from '../../test/support/store/store-samples.ts';
import { testStore } from '../../test/support/store/store-suite.ts';

testStore('the store over the engine inside this process', async () => {
  const folder = temporaryFolder();
  return { location: { folder: folder.path }, stop: async () => folder.remove() };
});
