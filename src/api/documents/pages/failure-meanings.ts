import type { ErrorCode } from '../../errors.ts';

/** Meaning of each error code and what to do, with code in backticks. */
export const failureMeanings: Readonly<Record<ErrorCode, string>> = {
  INVALID_PARAMS: 'A parameter is missing or invalid; the message names it and what is allowed.',
  BAD_REQUEST: 'The HTTP request is malformed: a missing Host header, a broken body, or bytes that are not encoded.',
  MISSING_API_KEY: 'Send the key in the header `X-API-Key`.',
  INVALID_API_KEY: 'The key does not exist; `itemtape keys list` lists the existing keys.',
  ACCESS_DENIED:
    'The key was revoked or has expired, may not request this path, has no access to the named game or marketplace, or lacks a right: `websocketAccess`, `alerts` or `admin`.',
  NOT_FOUND: 'The path, game, marketplace or item is not known; the message suggests the most similar known one.',
  METHOD_NOT_ALLOWED: 'The path does not support this method; the header `Allow` lists those it does.',
  NO_LONGER_KEPT:
    'The messages after the given position are no longer kept; read the current state again and continue from there.',
  BODY_TOO_LARGE: 'The request body is larger than 64 KiB, or 512 KiB for `/tape/value`.',
  URI_TOO_LONG: 'The URL is longer than 8,192 characters.',
  UPGRADE_REQUIRED: 'This path supports only WebSocket; `/stream/offers` has the same as server-sent events.',
  TOO_MANY_CONNECTIONS:
    'The key has reached its number of stream connections: close one, or use another key. Or too many lists are being read at once: try again.',
  TOO_MANY_REPLAYS:
    'The service or the connection has reached its number of concurrent replays; wait until one has ended.',
  TOO_MANY_REQUESTS:
    'The key has reached its number of requests for this minute or day (UTC); wait the number of seconds in `Retry-After`.',
  HEADERS_TOO_LARGE: 'URL and headers together are larger than 32 KiB.',
  INTERNAL_ERROR: 'An error inside the service; its log has the details. Try again later.',
  NO_DATABASE:
    'The request is about the past, and this service has no database that would keep it: sales, price history, candles, conditions, `asOf` and exports need one. What is current is served all the same.',
  SERVICE_UNAVAILABLE:
    'The service is starting or stopping, or its database does not respond; wait the number of seconds in `Retry-After`.',
};
