/** The command was called wrongly: shown as one line, without a stack. */
export class UsageError extends Error {}
