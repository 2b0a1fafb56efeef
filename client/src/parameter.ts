export type Parameter = string | number | boolean | readonly (string | number)[] | null | undefined;
