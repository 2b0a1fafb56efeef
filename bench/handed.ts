/** What a process sends with a connection that is for another one. */
export type Handed = { readonly handed: Buffer };

export const isHanded = (message: object): message is Handed => 'handed' in message;
