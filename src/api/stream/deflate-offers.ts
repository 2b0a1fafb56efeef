const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const blank = '[ \\t]*';
const extension = new RegExp(`^(${token})((?:${blank};${blank}${token}(?:=(?:${token}|"${token}"))?)*)$`);

const bits = '(?:[89]|1[0-5])';
const parameter = new RegExp(
  `^(?:(server|client)_no_context_takeover|client_max_window_bits|(server|client)_max_window_bits=(?:${bits}|"${bits}"))$`,
);

/** Whether these are valid parameters of permessage-deflate, none of them twice. */
function areKnown(parameters: string): boolean {
  const given = parameters
    .split(';')
    .map((one) => one.trim())
    .slice(1);
  const names = new Set(given.map((one) => one.split('=')[0]));
  return names.size === given.length && given.every((one) => parameter.test(one));
}

/**
 * Removes from the extensions offered in a handshake those offers of permessage-deflate that a server must decline
 * (RFC 7692, section 7): because of one such offer, the library would refuse the whole handshake. A malformed header is
 * returned unchanged, for the library to refuse.
 */
export function withoutDeclined(header: string): string {
  const pieces = (header.match(/(?:"[^"]*"|[^",])+/g) ?? [])
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const offers = pieces.map((piece) => extension.exec(piece));
  if (offers.some((offer) => offer === null)) return header;
  return offers
    .flatMap((offer) => {
      const [text = '', name, parameters = ''] = offer ?? [];
      return name === 'permessage-deflate' && !areKnown(parameters) ? [] : [text];
    })
    .join(', ');
}
