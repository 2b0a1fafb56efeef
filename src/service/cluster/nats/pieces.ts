/** A server of NATS accepts messages of at least 1 MiB, headers included. */
const maxBytes = 2 ** 19;

/** Cuts bytes into pieces that each fit into a message; at least one, which can be empty. */
export const piecesOf = (bytes: Uint8Array): readonly Uint8Array[] =>
  Array.from({ length: Math.max(1, Math.ceil(bytes.length / maxBytes)) }, (_, at) =>
    bytes.subarray(at * maxBytes, (at + 1) * maxBytes),
  );
