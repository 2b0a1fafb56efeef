/** The service cannot start before its operator has changed something: starting it again is of no use. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}
