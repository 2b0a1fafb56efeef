/** When data was made, in epoch milliseconds: mostly it is only known to lie between two instants. */
export type Made = {
  /** At the latest. It adds and confirms as of this instant. */
  readonly asOf: number;
  /** At the earliest. It removes nothing that another source has confirmed since. */
  readonly earliest: number;
};
