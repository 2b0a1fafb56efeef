import { resolve } from 'node:path';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

export default defineConfig({
  root: here,
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
