/** The first `limit` positions of `count` in the order of `compare`, sorted, without sorting the rest. */
export function bestOf(count: number, limit: number, compare: (a: number, b: number) => number): number[] {
  // A heap with the last one on top
  const retained: number[] = [];
  for (let at = 0; at < count && limit > 0; at += 1) {
    if (retained.length < limit) {
      retained.push(at);
      rise(retained, compare);
    } else if (compare(at, retained[0] as number) < 0) {
      retained[0] = at;
      sink(retained, compare);
    }
  }
  return retained.sort(compare);
}

/** The `nth` lowest number, counted from 1; Infinity if there are fewer. */
export function nthLowest(numbers: ArrayLike<number>, nth: number): number {
  // A heap with the highest on top
  const retained: number[] = [];
  let highest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] as number;
    if (retained.length < nth) {
      retained.push(number);
      rise(retained, ascending);
    } else if (number < highest) {
      retained[0] = number;
      sink(retained, ascending);
    } else continue;
    if (retained.length === nth) highest = retained[0] as number;
  }
  return highest;
}

const ascending = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

function rise(heap: number[], compare: (a: number, b: number) => number): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (compare(heap[parent] as number, heap[at] as number) >= 0) return;
    swap(heap, parent, at);
    at = parent;
  }
}

function sink(heap: number[], compare: (a: number, b: number) => number): void {
  let at = 0;
  for (let child = 1; child < heap.length; child = at * 2 + 1) {
    if (child + 1 < heap.length && compare(heap[child + 1] as number, heap[child] as number) > 0) child += 1;
    if (compare(heap[at] as number, heap[child] as number) >= 0) return;
    swap(heap, at, child);
    at = child;
  }
}

function swap(heap: number[], a: number, b: number): void {
  const moved = heap[a] as number;
  heap[a] = heap[b] as number;
  heap[b] = moved;
}
