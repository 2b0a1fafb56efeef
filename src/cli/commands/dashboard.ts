import { dashboardAddress } from '../../service/dashboard-address.ts';
import { type Run, UsageError } from '../command.ts';
import { jsonText } from '../json.ts';
import { askOperator } from '../read/ask-operator.ts';

export const run: Run = async (input) => {
  if (input.positionals.length > 0) throw new UsageError(`unexpected argument "${input.positionals.join(' ')}"`);
  const response = await askOperator(input, { path: '/operator/one-time-token', body: {} });
  const { token, expiresAt } = (await response.json()) as { readonly token: string; readonly expiresAt: number };
  const address = dashboardAddress(response.url, token);
  if (input.flags['json'] === true) input.out(jsonText({ address, expiresAt }));
  else input.out(`${address}\n`);
  input.err('This address opens the dashboard as the operator. It works once, within an hour.\n');
  return 0;
};
