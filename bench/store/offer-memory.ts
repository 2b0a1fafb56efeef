import { inRounds, type Row, row } from '../rounds.ts';
import { inWorker } from '../worker.ts';

// A million plain objects would approach the heap limit
const plainCount = 250_000;

const memoryAt = (millions: number) => async (): Promise<Row[]> => {
  const { plain, book } = await inRounds({
    plain: () => inWorker('measurePlainMemory', plainCount),
    book: () => inWorker('measureBookMemory', millions * 1_000_000),
  });
  const facts = {
    name: `memory of ${millions} million offers`,
    reference: `${plainCount.toLocaleString('en')} plain objects in a Map`,
  };
  return [
    row(
      {
        ...facts,
        unit: 'bytes per offer, of the process',
        referenceValue: plain.processBytesPerOffer,
        value: book.processBytesPerOffer,
      },
      { value: { atMost: 300 } },
    ),
    row({
      ...facts,
      unit: 'bytes per offer, growth',
      referenceValue: plain.bytesPerOffer,
      value: book.bytesPerOffer,
    }),
  ];
};

export const offerMemory = memoryAt(1);
/** The number of offers that one machine should hold, within 1.5 GiB. */
export const offerMemoryAtFiveMillion = memoryAt(5);
