/** Properties of every view. */
export type ViewProps = { readonly apiKey: string; readonly isOperator: boolean };
