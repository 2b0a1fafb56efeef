/**
 * Length of the queue of connections to accept, limited by the system (`net.core.somaxconn` on Linux). When it is full, a
 * Unix socket refuses a connection, while a TCP client retries after a second.
 */
export const backlog = 4_096;

/** How long a connection that has sent no whole request stays open, in milliseconds. */
export const silentMs = 15_000;

/** How long an idle connection stays open between two requests, in milliseconds. */
export const keepAliveMs = 65_000;
