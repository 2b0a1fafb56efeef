import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const at = (path: string): string => resolve(import.meta.dirname, path);

// What is called by its path: the program, what the package exports, and what `service/version.ts` names
const entries = ['main', 'connector', 'connector-suite', 'front/worker/main', 'stage/thread'];

// All of TypeBox is needed at every start, and it comes as seven hundred files; of the others a tenth is used
const bundled = ['typebox', '@modelcontextprotocol/core', '@modelcontextprotocol/server', 'zod'];

const licences: Plugin = {
  name: 'licences',
  generateBundle() {
    for (const name of bundled) {
      const folder = at(`node_modules/${name}`);
      const file = readdirSync(folder).find((path) => /^licen[cs]e$/i.test(path)) ?? 'LICENSE';
      const source = readFileSync(resolve(folder, file));
      this.emitFile({ type: 'asset', fileName: `licences/${name}.txt`, source });
    }
  },
};

/** The code of the package, in a hundred files rather than twelve hundred: loading these took most of a start. */
export default defineConfig({
  publicDir: false,
  plugins: [licences],
  build: {
    ssr: true,
    outDir: at('dist'),
    emptyOutDir: true,
    target: 'node20',
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries(entries.map((name) => [name, at(`src/${name}.ts`)])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'parts/[name].js',
        keepNames: true,
        topLevelVar: false, // V8 takes constants as such
        // V8 keeps the text of what it runs, and of one with a single other sign in two bytes for each
        charset: 'ascii',
        comments: { jsdoc: false },
      },
    },
  },
  ssr: { noExternal: bundled },
});
