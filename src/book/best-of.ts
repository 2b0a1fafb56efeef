/** The first `limit` of many in the order of `compare`, sorted, without sorting the rest. */
export function bestOf<T>(items: Iterable<T>, limit: number, compare: (a: T, b: T) => number): T[] {
  // A heap with the last one kept on top
  const kept: T[] = [];
  if (limit <= 0) return kept;
  for (const item of items) {
    if (kept.length < limit) {
      kept.push(item);
      rise(kept, compare);
    } else if (compare(item, kept[0] as T) < 0) {
      kept[0] = item;
      sink(kept, compare);
    }
  }
  return kept.sort(compare);
}

function rise<T>(heap: T[], compare: (a: T, b: T) => number): void {
  let at = heap.length - 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (compare(heap[parent] as T, heap[at] as T) >= 0) return;
    swap(heap, parent, at);
    at = parent;
  }
}

function sink<T>(heap: T[], compare: (a: T, b: T) => number): void {
  let at = 0;
  for (let child = 1; child < heap.length; child = at * 2 + 1) {
    if (child + 1 < heap.length && compare(heap[child + 1] as T, heap[child] as T) > 0) child += 1;
    if (compare(heap[at] as T, heap[child] as T) >= 0) return;
    swap(heap, at, child);
    at = child;
  }
}

function swap<T>(heap: T[], a: number, b: number): void {
  const moved = heap[a] as T;
  heap[a] = heap[b] as T;
  heap[b] = moved;
}
