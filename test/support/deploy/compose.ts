import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export const deploy = resolve(import.meta.dirname, '..', '..', '..', 'deploy');

/** Passwords as `deploy/secrets.sh` makes them. */
export function madeSecrets(): Readonly<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'itemtape-secrets-'));
  try {
    copyFileSync(join(deploy, 'secrets.sh'), join(folder, 'secrets.sh'));
    execFileSync(join(folder, 'secrets.sh'));
    const lines = readFileSync(join(folder, '.env'), 'utf8').trimEnd().split('\n');
    return Object.fromEntries(lines.map((line) => line.split('=')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Replaces `${NAME:-default}`, innermost first, and `$$`, as Docker Compose does. */
function interpolated(text: string, variables: Readonly<Record<string, string>>): string {
  const replaced = text.replace(
    /(?<!\$)\$\{(\w+):-([^${}]*)\}/g,
    (_, name: string, fallback: string) => variables[name] || fallback,
  );
  return replaced === text ? text.replaceAll('$$', '$') : interpolated(replaced, variables);
}

export type ComposeService = {
  readonly profiles?: readonly string[];
  readonly image: string;
  readonly hostname?: string;
  readonly entrypoint?: readonly string[];
  readonly command?: string;
  readonly environment?: Readonly<Record<string, string>> | readonly string[];
  readonly ports?: readonly string[];
  readonly volumes: readonly string[];
  readonly networks?: unknown;
};
type Compose = { readonly services: Readonly<Record<string, ComposeService>>; readonly volumes: object };

/** The Compose file with these variables. */
export const readCompose = (variables: Readonly<Record<string, string>>): Compose =>
  parse(interpolated(readFileSync(join(deploy, 'compose.yaml'), 'utf8'), variables), { merge: true });

/** The environment of a service; names without a value pass on the variable of that name. */
export const environmentOf = (
  { environment = {} }: ComposeService,
  variables: Readonly<Record<string, string>>,
): Record<string, string> =>
  Array.isArray(environment)
    ? Object.fromEntries(
        environment.flatMap((name) => (variables[name] === undefined ? [] : [[name, variables[name]]])),
      )
    : // Docker Compose interpolates after parsing, so that nothing is an empty text
      Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value ?? '']));
