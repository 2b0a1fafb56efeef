import type { DocsPage } from './docs-page.ts';

/** How each figure is computed, with code in backticks. */
export const figures: Readonly<Record<string, string>> = {
  'price of an offer':
    'The exact price on the marketplace, in its own currency. Other currencies are that amount converted at the rates in force when it was read.',
  'price of an item':
    'The lowest of its known offers. If the marketplace also quotes a lowest price that is lower than all of them, that price is used until all offers of the item have been read after it. Marketplaces with their own definition of the lowest price (without bargaining, or only of tradable items) are quoted as they are.',
  offerCount:
    'The number of offers on sale: counted where all offers are read, otherwise as the marketplace counts them. It is never below the number of offers listed, and one more than those if the price is quoted and lower than all of them. For a Doppler whose variants are counted, it is the sum over the variants.',
  removal:
    'An offer is removed when the marketplace says so, when a complete reading no longer contains it, or when nothing has confirmed it for `collect.keepHours` in which its marketplace was read. A list that is suddenly less than half as long is accepted only if it is the third such list in a row. A failed reading removes nothing.',
  updatedAt:
    'When price or count last changed, not when they were last read. `/health/sources` shows when a marketplace was last read.',
  age: 'The time since the marketplace last confirmed a figure, by a reading or a message, whether it changed or not. `/metrics` has the median and the 95th percentile per source. A source that falls silent keeps its last good state, and its age grows.',
  spread:
    'The difference between the lowest offer and the best buy order of the same marketplace, item and variant, as a share of the lowest offer. The dashboard computes it, without fees; a name with several variants has none.',
  'buy orders': 'As the marketplace states them, highest price first; `quantity` is the number wanted.',
  sales:
    'Completed purchases as published by the marketplace, each once, with its own time. Marketplaces that publish only averages have no sales here; their medians are part of the price history.',
  'price history':
    'The lowest price each time it changes, and once an hour. If there are more points than `dataPoints`, the window is divided into that many equal slots and the last point of each is returned: nothing is averaged, and the newest point is always included. Before the first observed price, medians of sales published by the marketplace are used.',
  currencies:
    'The daily tables of the European Central Bank (EUR, CNY) and of the Bank of Russia (RUB). A rate older than seven days (16 for RUB, because the Bank of Russia sets none in the first days of a year) is not used, and the price is `null`; a rate more than 20 % off the last good one is rejected. Prices are stored in thousandths and shown with two decimals, rounded half up; a price that would become 0 keeps its third decimal.',
  phase:
    'The variant of a Doppler or Gamma Doppler, from the paint index and the information of the marketplace. If they contradict each other or are missing, the variant is unknown: such an offer counts for the item as a whole and for no variant. The name is always that of Steam, without a variant.',
  float: 'As the marketplace states it; `condition` is the wear band in the name.',
  daysTradeLocked: 'Days until the item can be traded, rounded up; `null` if the marketplace does not say.',
};

export const figuresPage: DocsPage = {
  id: 'figures',
  group: 'Guide',
  title: 'How each figure is computed',
  about: 'What the numbers mean, and what they leave out.',
  parts: [
    {
      entries: Object.entries(figures).map(([name, text]) => ({
        id: `figure.${name.replaceAll(' ', '-')}`,
        name,
        text,
      })),
    },
  ],
};
