import { turn } from '../../runtime/turn.ts';

/** Milliseconds after which the event loop gets a turn. */
const sliceMs = 4;
/** A list of no more rows takes less than that. */
const fewRows = 200;
const rowsPerText = 50;

/** Takes the steps of long work, a few milliseconds at a time. */
export async function takeInTurns(steps: Iterable<unknown>): Promise<void> {
  let until = performance.now() + sliceMs;
  for (const _ of steps) {
    if (performance.now() < until) continue;
    await turn();
    until = performance.now() + sliceMs;
  }
}

/** Maps the rows of a long answer, a few milliseconds at a time. */
export async function mapInTurns<Row, Made>(rows: readonly Row[], map: (row: Row) => Made): Promise<Made[]> {
  const made: Made[] = [];
  await takeInTurns(mapping(rows, (row) => made.push(map(row))));
  return made;
}

function* mapping<Row>(rows: readonly Row[], map: (row: Row) => unknown): Generator {
  for (const row of rows) yield map(row);
}

/** As `JSON.stringify` of plain data; a long list, or a long list in a member, is written a few milliseconds at a time. */
export async function jsonInTurns(value: object): Promise<string> {
  if (isLong(value)) return await listText(value);
  if (Array.isArray(value) || !Object.values(value).some(isLong)) return JSON.stringify(value);
  const members: string[] = [];
  for (const [name, member] of Object.entries(value)) {
    const text = isLong(member) ? await listText(member) : JSON.stringify(member);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join()}}`;
}

const isLong = (value: unknown): value is readonly unknown[] => Array.isArray(value) && value.length > fewRows;

async function listText(rows: readonly unknown[]): Promise<string> {
  const starts = Array.from({ length: Math.ceil(rows.length / rowsPerText) }, (_, at) => at * rowsPerText);
  const texts = await mapInTurns(starts, (start) =>
    JSON.stringify(rows.slice(start, start + rowsPerText)).slice(1, -1),
  );
  return `[${texts.join()}]`;
}
