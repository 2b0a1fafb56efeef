/** A list with the fault, or an empty one when `isFault` is false. */
export const when = (isFault: boolean, fault: string): string[] => (isFault ? [fault] : []);
