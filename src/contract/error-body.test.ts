import { describe, expect, it } from 'vitest';
import { outcomeOfErrorBody } from './error-body.ts';

describe('an answer without the expected rows', () => {
  it.each([
    { status: 'error', message: 'the export is being made' },
    { errors: [{ id: 'maintenance', message: 'back in an hour' }] },
    { error: { code: 7 } },
    { success: false },
    { message: 'Service Unavailable' },
    { code: 500, msg: '系统繁忙', data: null },
  ])('is a passing failure where it says so, as %j does', (body) => {
    expect(outcomeOfErrorBody(body)).toBe('retry');
  });

  it.each([
    { code: 20, message: 'too many requests, try again later' },
    { error: 'Rate limit exceeded' },
    { code: 900, msg: '请求过于频繁' },
  ])('means that too much was asked where it says so, as %j does', (body) => {
    expect(outcomeOfErrorBody(body)).toBe('limited');
  });

  it('is a refusal or about something that does not exist where it says so', () => {
    expect(outcomeOfErrorBody({ statusCode: 403, message: 'Forbidden' })).toBe('blocked');
    expect(outcomeOfErrorBody({ success: false, message: 'Unauthenticated.' })).toBe('blocked');
    expect(outcomeOfErrorBody({ error: 'Item not found' })).toBe('gone');
  });

  it.each([
    { success: true, data: {} },
    { code: 0, msg: 'success', rows: [] },
    { status: 'ok', errors: [], error: null },
    { success: true, errorMsg: '成功', data: [] },
    { offers: [] },
    { error: 2 },
    {},
    [],
    ['error'],
    null,
    'error',
    7,
  ])('is not called a failure where it does not, as %j', (body) => {
    expect(outcomeOfErrorBody(body)).toBeNull();
  });
});
