import type { AuditRecord } from '../../../api/operator/audit.ts';
import { defineCommand } from '../../command.ts';
import { count, serviceFlags } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { askOperator } from '../../read/ask-operator.ts';
import { type Column, tableLines } from '../../read/table.ts';

function whoOf({ keyName, keyId, sessionId, user }: AuditRecord): string {
  if (user !== null) return `${user} (command)`;
  if (keyName === null) return 'the service';
  return [keyName, ...(keyName === keyId ? [] : [keyId]), ...(sessionId === null ? [] : [sessionId])].join(' ');
}

const columns: readonly Column<AuditRecord>[] = [
  { head: 'at', cell: ({ at }) => new Date(at * 1000).toISOString() },
  { head: 'who', cell: whoOf },
  { head: 'from', cell: ({ forwardedFor, address }) => forwardedFor ?? address ?? '' },
  { head: 'action', cell: ({ action }) => action },
  { head: 'about', cell: ({ about }) => JSON.stringify(about) },
];

export const command = defineCommand({
  about: 'Lists who changed what in a running service: keys, sessions, alert rules, settings and credentials.',
  usage: '',
  example: 'itemtape audit --limit 20',
  flags: { limit: count('--limit <number>', 'How many lines, newest first; 100 by default.'), ...serviceFlags },
  run: async (input) => {
    const { limit = 100, json } = input.flags;
    const response = await askOperator(input, { path: `/operator/audit?limit=${limit}` });
    const records = (await response.json()) as readonly AuditRecord[];
    if (json === true) input.out(jsonText(records));
    else for (const line of tableLines(columns, records)) input.out(`${line}\n`);
    return 0;
  },
});
