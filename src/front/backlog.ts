/**
 * Length of the queue of connections to accept, limited by the system (`net.core.somaxconn` on Linux). When it is full, a
 * Unix socket refuses a connection, while a TCP client retries after a second.
 */
export const backlog = 4_096;
