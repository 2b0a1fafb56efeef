/** A binary heap; `first(a, b)` is true when `a` comes out before `b`. */
export function createPriorityQueue<T>(first: (a: T, b: T) => boolean): {
  readonly push: (entry: T) => void;
  readonly pop: () => T | undefined;
  readonly peek: () => T | undefined;
  readonly fill: (entries: readonly T[]) => void;
  readonly keep: (isRetained: (entry: T) => boolean) => void;
  readonly size: () => number;
} {
  let heap: T[] = [];

  function swap(a: number, b: number): void {
    const moved = heap[a] as T;
    heap[a] = heap[b] as T;
    heap[b] = moved;
  }

  function down(from: number): void {
    let at = from;
    for (;;) {
      let best = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && first(heap[child] as T, heap[best] as T)) best = child;
      }
      if (best === at) return;
      swap(at, best);
      at = best;
    }
  }

  function fill(entries: readonly T[]): void {
    heap = [...entries];
    for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) down(at);
  }

  return {
    peek: () => heap[0],
    size: () => heap.length,
    push: (entry) => {
      let at = heap.push(entry) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (!first(heap[at] as T, heap[parent] as T)) return;
        swap(at, parent);
        at = parent;
      }
    },
    pop: () => {
      const top = heap[0];
      const last = heap.pop();
      if (heap.length > 0 && last !== undefined) {
        heap[0] = last;
        down(0);
      }
      return top;
    },
    fill,
    keep: (isRetained) => fill(heap.filter(isRetained)),
  };
}
