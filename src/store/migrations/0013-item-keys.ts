import { sqlText } from '../engine.ts';
import type { Layout } from '../layout.ts';

// Names that differ from their key
const respelt = [
  ' {2}',
  '&(#|amp;|apos;|nbsp;)',
  '[\\x{00A0}\\x{02BC}\\x{2018}\\x{2019}\\x{201B}-\\x{201F}\\x{2032}\\x{2033}\\x{3000}]',
  '\\p{Cf}',
  '\\p{M}',
  'TWERL, Ekko',
].join('|');

/**
 * The id of an item is made of its key instead of its name. Past rows are found by both ids; of the state, what has no id of
 * its own at the marketplace would be restored under both, so it is removed and comes again with the next reading.
 */
export const idsOfKeys = (layout: Layout): readonly string[] =>
  ['liveQuotes', 'liveFigures'].map(
    (name) =>
      `${layout.alter(name, `DELETE WHERE itemId IN (SELECT itemId FROM ${layout.table('items')} WHERE match(name, ${sqlText(respelt)}))`)} SETTINGS mutations_sync = 2`,
  );
