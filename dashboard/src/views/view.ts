/** Properties of every view. */
export type ViewProps = { readonly isOperator: boolean };
