import { Multiplexer } from './multiplexer.ts';

/** Runs once in a browser, however many pages are open, and ends with the last of them. */
const multiplexer = new Multiplexer();

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port !== undefined) multiplexer.attach(port);
});
