export type Parameter = string | number | boolean | Date | readonly (string | number)[] | null | undefined;
