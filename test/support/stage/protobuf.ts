/** A field of a protobuf message: its number and its value; nested messages and float32 are bytes. */
export type Field = readonly [field: number, value: bigint | Uint8Array];

const varintAt = (bytes: Uint8Array, start: number): readonly [bigint, number] => {
  let value = 0n;
  for (let index = start; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    value |= BigInt(byte & 127) << BigInt(7 * (index - start));
    if (byte < 128) return [value, index + 1];
  }
  throw new Error('the message ends within a varint');
};

const valueAt = (bytes: Uint8Array, start: number, wireType: number): readonly [bigint | Uint8Array, number] => {
  if (wireType === 0) return varintAt(bytes, start);
  const [length, from] = wireType === 2 ? varintAt(bytes, start) : [4n, start];
  if (wireType !== 2 && wireType !== 5) throw new Error(`wire type ${wireType} is not supported`);
  const end = from + Number(length);
  return [bytes.subarray(from, end), end];
};

/** The fields of a message, in order. */
export const readMessage = (bytes: Uint8Array): readonly Field[] => {
  const fields: Field[] = [];
  let index = 0;
  while (index < bytes.length) {
    const [tag, after] = varintAt(bytes, index);
    const [value, end] = valueAt(bytes, after, Number(tag & 7n));
    fields.push([Number(tag >> 3n), value]);
    index = end;
  }
  return fields;
};

/** Unmasks an item certificate: returns the message, the checksum and the mask itself. */
export const unmasked = (certificate: string) => {
  const masked = Buffer.from(certificate, 'hex');
  const mask = masked[0] ?? 0;
  const bytes = masked.map((byte) => byte ^ mask);
  return { mask, message: bytes.subarray(1, -4), checksum: bytes.subarray(-4) };
};

export const float32Of = (bytes: Uint8Array): number => Buffer.from(bytes).readFloatLE();
