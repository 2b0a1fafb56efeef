/**
 * Connections that may wait to be taken at once, as far as the system allows (`net.core.somaxconn` on Linux): who comes when
 * there is no room is sent away over a Unix socket, and tries again a second later over TCP.
 */
export const backlog = 4_096;
