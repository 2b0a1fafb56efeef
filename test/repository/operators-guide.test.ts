import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WireSourceHealth } from '../../src/api/wire/health.ts';
import { commandNames } from '../../src/cli/commands.ts';
import { settings } from '../../src/config/settings.ts';

const root = resolve(import.meta.dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const guide = read('docs/operate.md');

describe("the operators' guide", () => {
  it.each(['docs/operate.md', 'docs/metrics.md', 'CHANGELOG.md'])('%s links only to existing files', (file) => {
    for (const [, target = ''] of read(file).matchAll(/\]\((?!https?:)([^)#]+)\)/g)) {
      expect(existsSync(join(root, dirname(file), target)), target).toBe(true);
    }
  });

  it('describes every state of a source', () => {
    const { description = '' } = WireSourceHealth.properties.state as { readonly description?: string };
    for (const state of description.split(/, | or /)) expect(guide).toMatch(new RegExp(`^\\| ${state} \\|`, 'm'));
  });

  it('names only existing commands, settings and metrics', () => {
    const called = [...guide.matchAll(/^(?:.* )?itemtape ([a-z]+)/gm)].map(([, name]) => name);
    expect(called.length).toBeGreaterThan(5);
    for (const name of new Set(called)) expect(commandNames).toContain(name);

    const groups = new Set(Object.keys(settings).map((key) => key.split('.', 1)[0]));
    for (const [, name = '', group = ''] of guide.matchAll(/`(([a-z]+)\.[a-z][A-Za-z]+)/g)) {
      if (groups.has(group)) expect(settings).toHaveProperty([name]);
    }

    const metrics = read('docs/metrics.md');
    for (const [metric] of guide.matchAll(/itemtape_[a-z_]+(?=`)/g)) expect(metrics).toContain(`\`${metric}\``);
  });
});
