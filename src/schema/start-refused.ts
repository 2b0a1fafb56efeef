/** The service cannot start until its operator changes something; restarting does not help. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
