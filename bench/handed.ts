/** The message that accompanies a connection for another process. */
export type Handed = { readonly handed: Buffer };

export const isHanded = (message: object): message is Handed => 'handed' in message;
