export type PlotPoint = { readonly at: number; readonly value: number };

export type PlotOptions = {
  readonly columns: number;
  readonly rows: number;
  readonly valueText: (value: number) => string;
  readonly timeText: (at: number) => string;
};

// Braille characters are two dots wide and four high; the bit of each dot by row and column
const dotBits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;
const braille = 0x2800;

/** Draws values over time as steps: each value holds until the next. */
export function plotLines(points: readonly PlotPoint[], options: PlotOptions): string[] {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [top = '', middle = '', bottom = ''] = [high, (low + high) / 2, low].map(options.valueText);
  // Changes smaller than the labels can show are drawn flat
  const labels = top === bottom ? ['', middle, ''] : [top, middle, bottom];
  const margin = Math.max(...labels.map(({ length }) => length)) + 1;
  const [width, height] = [Math.max(10, options.columns - margin - 2), options.rows];
  const cells = Array.from({ length: height }, () => new Uint8Array(width));
  const span = last.at - first.at || 1;
  const dotRow = (value: number) =>
    high === low ? height * 2 : Math.round(((high - value) / (high - low)) * (height * 4 - 1));
  for (let x = 0, next = 1; x < width * 2; x += 1) {
    const at = first.at + (span * x) / (width * 2 - 1);
    while ((points[next]?.at ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    const y = dotRow(points[next - 1]?.value ?? first.value);
    const cell = cells[y >> 2];
    if (cell !== undefined) cell[x >> 1] = (cell[x >> 1] ?? 0) | (dotBits[y & 3]?.[x & 1] ?? 0);
  }
  const labelAt = (row: number) =>
    row === 0 ? labels[0] : row === height - 1 ? labels[2] : row === height >> 1 ? labels[1] : '';
  const drawn = cells.map(
    (cell, row) =>
      `${(labelAt(row) ?? '').padStart(margin)} ┤${[...cell].map((bits) => String.fromCodePoint(braille + bits)).join('')}`,
  );
  const [begin, end] = [options.timeText(first.at), options.timeText(last.at)];
  const gap = Math.max(1, width - begin.length - end.length);
  return [...drawn, `${' '.repeat(margin + 2)}${begin}${' '.repeat(gap)}${end}`];
}
