import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..', '..', '..');

const git = (words: readonly string[], input?: Buffer): Buffer =>
  execFileSync('git', ['-C', root, ...words], { input, maxBuffer: 2 ** 28, stdio: ['pipe', 'pipe', 'ignore'] });

/** Subject of the last commit whose data folders have no snapshots. */
export const beforeSnapshots = 'connectors, stage: Say once what buyers pay at Buff163';

/** The commit with a subject; null if the history does not reach back so far, as in a shallow clone. */
export function commitOf(subject: string): string | null {
  try {
    const found = git(['log', '--format=%H', '--fixed-strings', `--grep=${subject}`]).toString();
    return found.split('\n')[0] || null;
  } catch {
    return null;
  }
}

/** Builds the program of an earlier commit in a folder, with today's packages; returns its path. */
export async function buildPrevious(commit: string, folder: string): Promise<string> {
  // Loaded here because every test that needs anything imports this module
  const { build } = await import('vite');
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-x', '-C', folder], {
    input: git(['archive', commit, 'src', 'client', 'package.json', 'tsconfig.json']),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const client = join(folder, 'client', 'src');
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^#client\/position$/, replacement: join(client, 'position.ts') },
        { find: /^#client$/, replacement: join(client, 'index.ts') },
      ],
    },
    build: {
      ssr: 'src/main.ts',
      outDir: 'dist',
      target: 'node20',
      minify: false,
      rollupOptions: {
        external: [/^chdb/],
        output: { preserveModules: true, preserveModulesRoot: join(folder, 'src'), entryFileNames: '[name].js' },
      },
    },
  });
  return join(folder, 'dist', 'main.js');
}
