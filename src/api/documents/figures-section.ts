import { prose, row, table } from './tables.ts';

/** How each figure comes about; code stands between backticks. */
export const figures: Readonly<Record<string, string>> = {
  'price of an offer':
    'What the marketplace asks, in the currency it asks in, exactly. The other currencies are that amount at the rates in force when it was read.',
  'price of an item':
    'The lowest of its offers here. Where the marketplace also publishes a lowest price, that one stands until all offers of the item have been read after it; before that only an offer seen since can undercut it. Marketplaces with their own idea of a lowest price (one without bargaining, or of tradable items only) are taken at their word.',
  offerCount:
    'How many are on sale: counted where all offers are read, else as the marketplace counts them. A count of the marketplace that has become smaller than what was seen since is raised to that.',
  removal:
    'An offer leaves when the marketplace says so, when a complete reading no longer has it, or when nothing has confirmed it for `collect.keepHours`. A list that is suddenly less than half as long is believed only when the third in a row is. A failed reading removes nothing.',
  updatedAt:
    'When price or count last changed, not when they were last read. How long ago a marketplace was read stands in `/health/sources`.',
  age: 'The time since the marketplace last confirmed a figure, by reading or message, whether it changed or not. `/metrics` has half and 95 in 100 of them per source. A source that falls silent keeps its last good state, and its age grows.',
  spread:
    'The best buy order against the lowest offer of the same marketplace, item and variant, as a share of the lowest offer. The dashboard works it out; fees are not in it, and a name with several variants has none.',
  'buy orders': 'As the marketplace states them, best price first; `quantity` is how many are wanted.',
  sales:
    'Completed purchases as the marketplace shows them, each once, with its own moment. Marketplaces that show only averages have no sales here; their medians go into the price history.',
  'price history':
    'The lowest price each time it changes, and once an hour. Of more points than `dataPoints` the window is cut into that many equal spans, and the last point of each is the answer: nothing is averaged, and the newest point is always there. Before the first price seen here, medians of sales that the marketplace publishes stand in.',
  currencies:
    'The daily tables of the European Central Bank (EUR, CNY) and of the Bank of Russia (RUB). A rate older than seven days (16 for RUB, as the Bank of Russia sets none in the first days of a year) is not used and the price is `null`; one that is more than 20 % off the last good one is refused. Kept as thousandths, shown with two decimals, rounded half up; what would become 0 keeps its third decimal.',
  phase:
    'The variant of a Doppler or Gamma Doppler, from the paint index and from what the marketplace says. Where they contradict each other, or nothing is said, it is unknown: such an offer counts for the item as a whole and for no variant. The name is always that of Steam, without a variant.',
  float: 'As the marketplace states it; `condition` is the band that the name says.',
  daysTradeLocked: 'Whole days, begun ones counted, until the item can be traded; `null` where nothing is said of it.',
};

/** The part of the documentation that says what the numbers mean. */
export const figuresSection = (): string => `<h2 id="figures">How each figure is made</h2>
${table(
  ['Figure', 'Made from'],
  Object.entries(figures).map(([name, text]) => row(prose(name), prose(text))),
)}`;
