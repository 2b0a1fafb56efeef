/** What every view is given. */
export type ViewProps = { readonly apiKey: string; readonly isOperator: boolean };
