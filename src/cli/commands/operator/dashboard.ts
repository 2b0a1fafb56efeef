import { dashboardAddress } from '../../../service/dashboard-address.ts';
import { defineCommand } from '../../command.ts';
import { serviceFlags } from '../../flags.ts';
import { jsonText } from '../../json.ts';
import { askOperator } from '../../read/ask-operator.ts';

export const command = defineCommand({
  about: 'Prints a one-time address that opens the dashboard of a running service as the operator.',
  usage: '',
  example: 'itemtape dashboard',
  flags: serviceFlags,
  run: async (input) => {
    const response = await askOperator(input, { path: '/operator/one-time-token', body: {} });
    const { token, expiresAt } = (await response.json()) as { readonly token: string; readonly expiresAt: number };
    const address = dashboardAddress(response.url, token);
    if (input.flags.json === true) input.out(jsonText({ address, expiresAt }));
    else input.out(`${address}\n`);
    input.err('This address opens the dashboard as the operator. It works once, within an hour.\n');
    return 0;
  },
});
