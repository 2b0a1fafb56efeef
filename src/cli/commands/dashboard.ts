import { dashboardAddress } from '../../service/dashboard-address.ts';
import { type Run, UsageError } from '../command.ts';
import { askOperator } from '../read/ask-operator.ts';

export const run: Run = async (input) => {
  if (input.positionals.length > 0) throw new UsageError(`"${input.positionals.join(' ')}" is too much`);
  const response = await askOperator(input, { path: '/operator/one-time-token', body: {} });
  const { token, expiresAt } = (await response.json()) as { readonly token: string; readonly expiresAt: number };
  const address = dashboardAddress(response.url, token);
  if (input.flags['json'] === true) input.out(`${JSON.stringify({ address, expiresAt }, null, 2)}\n`);
  else input.out(`${address}\n`);
  input.err('It opens the dashboard as the operator, once, within an hour.\n');
  return 0;
};
