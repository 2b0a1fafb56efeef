import { connect } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { startDemo } from '../support/processes/demo.ts';
import { killAll } from '../support/processes/served-process.ts';
import { extent } from '../support/runner/long-run.ts';

const question = 'GET /api.skinport.com/v1/items?app_id=730 HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\n\r\n';

afterAll(killAll);

it('the demo ends while its marketplaces are kept busy', async () => {
  for (let round = 0; round < extent({ short: 1, long: 20 }); round += 1) {
    const demo = await startDemo();
    const { stage } = JSON.parse(await demo.line((line) => line.includes('"stage"')));
    const sockets = Array.from({ length: 40 }, () => {
      const socket = connect(Number(new URL(stage).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.resume();
      return socket;
    });
    const requesting = setInterval(() => {
      for (const socket of sockets) if (socket.writable) socket.write(question.repeat(20));
    }, 20);

    demo.child.kill('SIGTERM');
    const { code, signal } = await demo.ended;
    clearInterval(requesting);
    for (const socket of sockets) socket.destroy();

    expect(demo.err()).toBe('');
    // If stopping took too long, it has said so and killed itself
    if (signal === 'SIGKILL') expect(demo.out()).toContain('could not stop in time');
    else expect(code).toBe(0);
  }
});
