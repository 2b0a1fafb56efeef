import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';

const here = import.meta.dirname;

const workerFile = 'service-worker.js';

/** Writes the service worker, which knows the files of this build and no others. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .map((name) => `/${name}`)
        .sort();
      const source = resolve(here, 'src/worker/service-worker.ts');
      const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
      const buildId = createHash('sha256').update(files.join()).digest('hex').slice(0, 16);
      const facts = `const builtFiles = ${JSON.stringify(files)};\nconst buildId = '${buildId}';\n`;
      this.emitFile({ type: 'asset', fileName: workerFile, source: facts + code });
    },
  },
};

export default defineConfig({
  root: here,
  plugins: [serviceWorker],
  resolve: { alias: { '@itemtape/client': resolve(here, '../client/src/index.ts') } },
  json: { namedExports: false },
  build: {
    outDir: resolve(here, '../dist/dashboard'),
    emptyOutDir: true,
    target: 'es2022',
    // An inlined asset would need a looser content security policy
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        // One file for what several views use: dozens of small ones would be asked for one after the other
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /[\\/](?:dashboard[\\/]src[\\/](?!views[\\/]|main\.|text[\\/]phrases[\\/])|client[\\/]src[\\/]|@?preact[\\/])/,
            },
          ],
        },
      },
    },
  },
  server: {
    // For `npx vite dashboard` next to a running service
    proxy: Object.fromEntries(
      ['/v2', '/operator', '/health', '/stream', '/registry.json', '/docs'].map((path) => [
        path,
        'http://127.0.0.1:7400',
      ]),
    ),
  },
});
