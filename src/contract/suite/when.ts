/** The fault as a list where there is one. */
export const when = (isFault: boolean, fault: string): string[] => (isFault ? [fault] : []);
