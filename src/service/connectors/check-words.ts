import type { RequestFailure } from '../../collect/request/response-body.ts';
import type { Source } from '../../contract/connector.ts';
import { BuyOrder, counted, Offer, PastPrice, Quote, Repricing, Sale, Withdrawal } from '../../schema/index.ts';
import type { ProbeResult } from './probe.ts';

// A report can be sent to others: these words hold nothing that a marketplace has sent, and nothing of the operator's

const failureWords: Readonly<Record<RequestFailure, string>> = {
  connection: 'no connection, or it broke off',
  slow: 'no answer in time',
  oversize: 'the answer is too large',
  encoding: 'the compressed answer is broken',
  unsupported: 'the answer is compressed in a way that was not requested',
  runtime: 'the answer is in zstd, which needs Node 22.15 or later',
  redirect: 'too many redirects',
  credential: 'the credential cannot be sent',
  aborted: 'stopped during the request',
};

type CheckResult = Pick<ProbeResult, 'outcome' | 'status' | 'failure' | 'rows' | 'rejected'>;

/** What came of a request, in words; empty when it was read. */
export function outcomeWords({ outcome, status, failure, rows, rejected }: CheckResult): string {
  if (failure !== null) return failureWords[failure];
  if (rejected > 0 && outcome !== 'refused' && outcome !== 'blocked')
    return `${rejected} of ${counted(rows, 'row')} rejected`;
  if (outcome === 'read' || outcome === 'unchanged') return '';
  return status === null ? 'not opened, or ended early' : `answered ${status}`;
}

/** Names of fields in a schema, however deep. */
function fieldsIn(schema: unknown, fields: Set<string>): Set<string> {
  if (typeof schema !== 'object' || schema === null) return fields;
  for (const [key, inner] of Object.entries(schema)) {
    if (key === 'properties' && typeof inner === 'object' && inner !== null)
      for (const name of Object.keys(inner)) fields.add(name);
    fieldsIn(inner, fields);
  }
  return fields;
}

const recordFields = fieldsIn([Offer, Quote, BuyOrder, Sale, PastPrice, Repricing, Withdrawal], new Set());

/** A path in a row, in which keys that are no names of fields, such as names of items, become '*'. */
const pathWithout = (path: string, fields: ReadonlySet<string>): string =>
  path
    .split('/')
    .map((part) => (part === '' || fields.has(part) ? part : '*'))
    .join('/');

/** Why rows were rejected, each reason once, without the rows and without what was in them. */
export function rejectionWords(
  { row, envelope }: Pick<Source, 'row' | 'envelope'>,
  reasons: readonly string[],
): readonly string[] {
  const fields = fieldsIn([row, envelope], new Set());
  return [...new Set(reasons.map((reason) => reasonWords(reason, fields)))];
}

function reasonWords(reason: string, fields: ReadonlySet<string>): string {
  const [, kind, field = ''] = /^gives an? (\w+) whose (\/[\w/]*)?/.exec(reason) ?? [];
  if (kind !== undefined)
    return `gives ${kind === 'offer' ? 'an' : 'a'} ${kind} that cannot be used: ${pathWithout(field, recordFields) || 'its content'}`;
  // What follows the last "must" comes from the schema, and what precedes it can have keys of the row
  const [, path, fault] = /^(it|\/.*) (must (?:be|have|not|match)\b.*)$/s.exec(reason) ?? [];
  if (path !== undefined && fault !== undefined) return `${path === 'it' ? path : pathWithout(path, fields)} ${fault}`;
  return reason.startsWith('cannot be parsed') ? 'cannot be parsed' : 'cannot be used';
}
