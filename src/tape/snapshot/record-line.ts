import type { SeriesFacts, SnapshotRecord } from '../../schema/index.ts';
import type { LineWriter } from '../line-writer.ts';
import { type PackedRange, packRange, rangeIn } from '../pack.ts';
import { buyOrderLine, type Cells, floorLine, offerLine, quoteLine } from '../record-lines.ts';

/*
 * A line of a snapshot: the letter and the cells that the same has on the tape, and what no change tells of it behind them.
 */

type PackedFacts = readonly [seenAt: number, offersReadAt: number | null, isReadCut: 0 | 1, ...SeriesFacts['usual']];

type PackedSnapshotRecord =
  | readonly ['a', Cells, seenBy: number, PackedRange]
  | readonly ['o', Cells, seenBy: number]
  | readonly ['q', Cells, seenBy: number]
  | readonly ['f', at: number, Cells, PackedFacts]
  | readonly ['z', name: string, value: unknown];

/** Writes a line, including the line end. */
export function packSnapshotRecord(to: LineWriter, standing: SnapshotRecord): void {
  switch (standing.what) {
    case 'offer':
      offerLine.write(to.raw('["a",'), standing.offer);
      packRange(to.raw(',').number(standing.seenBy).raw(','), standing.usdRange);
      break;
    case 'buyOrder':
      buyOrderLine.write(to.raw('["o",'), standing.buyOrder);
      to.raw(',').number(standing.seenBy);
      break;
    case 'quote':
      quoteLine.write(to.raw('["q",'), standing.quote);
      to.raw(',').number(standing.seenBy);
      break;
    case 'floor': {
      const { floor, facts } = standing;
      floorLine.write(to.raw('["f",').number(floor.at).raw(','), floor);
      to.raw(',[')
        .number(facts.seenAt)
        .raw(',')
        .number(facts.offersReadAt)
        .raw(facts.isReadCut ? ',1' : ',0');
      for (const number of facts.usual) to.raw(',').number(number);
      to.raw(']');
      break;
    }
    case 'state':
      to.raw('["z",').text(standing.name).raw(',').json(standing.value);
  }
  to.raw(']\n');
}

/** Reads a line, given without its line end. */
function unpackSnapshotRecord(line: string): SnapshotRecord {
  const cells = JSON.parse(line) as PackedSnapshotRecord;
  switch (cells[0]) {
    case 'a':
      return { what: 'offer', offer: offerLine.read(cells[1]), seenBy: cells[2], usdRange: rangeIn(cells[3]) };
    case 'o':
      return { what: 'buyOrder', buyOrder: buyOrderLine.read(cells[1]), seenBy: cells[2] };
    case 'q':
      return { what: 'quote', quote: quoteLine.read(cells[1]), seenBy: cells[2] };
    case 'f': {
      const [seenAt, offersReadAt, isReadCut, ...usual] = cells[3];
      const facts = { seenAt, offersReadAt, isReadCut: isReadCut === 1, usual };
      return { what: 'floor', floor: { at: cells[1], ...floorLine.read(cells[2]) }, facts };
    }
    case 'z':
      return { what: 'state', name: cells[1], value: cells[2] };
  }
}

/** Reads whole lines. */
export const unpackSnapshotRecords = (lines: Buffer): SnapshotRecord[] =>
  lines
    .toString()
    .split('\n')
    .filter((line) => line !== '')
    .map(unpackSnapshotRecord);
