import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

const written = (options: { level?: string; format: string }, write: (log: ReturnType<typeof createLog>) => void) => {
  const lines: string[] = [];
  write(createLog({ level: options.level ?? 'info', format: options.format, write: (line) => void lines.push(line) }));
  return lines;
};

describe('the log', () => {
  it('writes one JSON object a line for machines', () => {
    const [line = ''] = written({ format: 'json' }, (log) => log.info({ rows: 3 }, 'source live'));

    expect(line.endsWith('\n')).toBe(true);
    expect(JSON.parse(line)).toEqual({ level: 30, time: expect.any(Number), rows: 3, msg: 'source live' });
  });

  it('writes time, level, text and data for people, and omits null fields', () => {
    const lines = written({ format: 'text' }, (log) => {
      log.info('stopped');
      log.warn({ game: 'CS2', detail: null, reasons: ['a', 'b'] }, 'source down');
      log.error({ rows: 2 }, 'rows dropped');
    });

    expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d/, 'hh:mm:ss'))).toEqual([
      'hh:mm:ss stopped\n',
      'hh:mm:ss ! source down  game=CS2  reasons=["a","b"]\n',
      'hh:mm:ss !! rows dropped  rows=2\n',
    ]);
  });

  it('writes no control characters for people, and no lines forged by external text', () => {
    const detail = 'answered \u202e403\u2066; \u001b[2J\u009b31m\r\u0007\n13:00:00 stopped\n    at line 2';
    const lines = written({ format: 'text' }, (log) => log.warn({ detail, reasons: ['\u009b31m'] }, 'source down'));

    expect(lines.map((line) => line.replace(/^\d\d:\d\d:\d\d/, 'hh:mm:ss'))).toEqual([
      'hh:mm:ss ! source down  detail=answered 403;  [2J 31m  \n  13:00:00 stopped\n    at line 2  reasons=[" 31m"]\n',
    ]);
  });

  it('omits lines below its level', () => {
    const each = (log: ReturnType<typeof createLog>) => {
      log.info('one');
      log.warn('two');
    };

    expect(written({ level: 'warn', format: 'text' }, each)).toHaveLength(1);
    expect(written({ level: 'silent', format: 'text' }, each)).toEqual([]);
  });

  it.each(['json', 'text'])('keeps secrets out of %s', (format) => {
    const lines = written({ format }, (log) =>
      log.info(
        {
          apiKey: 'it_s3cr3t',
          secret: 's3cr3t',
          headers: { authorization: 's3cr3t', cookie: 's3cr3t', 'x-api-key': 's3cr3t' },
        },
        'asked',
      ),
    );

    expect(lines.join()).not.toContain('s3cr3t');
    expect(lines.join()).toContain('[removed]');
  });
});
