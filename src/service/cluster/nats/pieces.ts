/** A server of NATS accepts messages of at least 1 MiB, headers included. */
const mostBytes = 2 ** 19;

/** Cuts bytes into pieces that each fit into a message; at least one, which can be empty. */
export const piecesOf = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / mostBytes)) }, (_, at) =>
    bytes.subarray(at * mostBytes, (at + 1) * mostBytes),
  );
