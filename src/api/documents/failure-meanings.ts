import type { ErrorCode } from '../errors.ts';

/** What a reader does about each failure; code stands between backticks. */
export const failureMeanings: Readonly<Record<ErrorCode, string>> = {
  INVALID_PARAMS: 'A parameter is missing or cannot be used; the message names it and says what is allowed.',
  BAD_REQUEST: 'This is no readable HTTP request: a missing Host, a broken body, bytes that are not encoded.',
  MISSING_API_KEY: 'Send the key in the header `X-API-Key`.',
  INVALID_API_KEY: 'No such key exists here; `itemtape keys list` shows those that do.',
  ACCESS_DENIED:
    'The key was revoked or has expired, may not ask at this address, is not shown the game or marketplace that was named, or lacks the right for this: `websocketAccess`, `alerts` or `admin`.',
  NOT_FOUND: 'No such address, game, marketplace or item; the message names the nearest one known.',
  METHOD_NOT_ALLOWED: 'The header `Allow` names the methods that this address takes.',
  NO_LONGER_KEPT:
    'What came after the place that was named is not kept any more; read the present state anew and go on from there.',
  BODY_TOO_LARGE: 'The body of the request is longer than 64 KiB, or than 512 KiB for `/tape/value`.',
  URI_TOO_LONG: 'The address has more than 8,192 characters.',
  UPGRADE_REQUIRED: 'This address speaks WebSocket only; `/stream/offers` gives the same as events.',
  TOO_MANY_CONNECTIONS:
    'The key holds as many stream connections as it may: close one, or use another key; or as many lists are being read as the service gives at once: try again.',
  TOO_MANY_REPLAYS:
    'As many replays are under way as the service, or the connection, may have at once; wait for the end of one.',
  TOO_MANY_REQUESTS:
    'The key has asked as often as it may in this minute or on this day (UTC); wait for the seconds in `Retry-After`.',
  HEADERS_TOO_LARGE: 'Address and headers together are longer than 32 KiB.',
  INTERNAL_ERROR: 'A fault of the service; its log has the details. Try again later.',
  SERVICE_UNAVAILABLE: 'It starts, stops, or its database does not answer; wait for the seconds in `Retry-After`.',
};
