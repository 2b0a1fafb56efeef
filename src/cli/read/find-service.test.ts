import { expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { findService } from './find-service.ts';

const urlFor = (host: string): string => {
  const read = readConfig({ file: null, environment: {}, flags: { 'http-host': host, 'http-port': '7411' } });
  return findService({ flags: {}, environment: { ITEMTAPE_KEY: 'it_made-up' }, read }).url;
};

it('a service is found at the address of this machine on which it listens', () => {
  expect(urlFor('::1')).toBe('http://[::1]:7411');
  expect(urlFor('127.0.0.2')).toBe('http://127.0.0.2:7411');
  expect(urlFor('localhost')).toBe('http://localhost:7411');
  for (const host of ['127.0.0.1', '0.0.0.0', '::']) expect(urlFor(host)).toBe('http://127.0.0.1:7411');
});

it('the address of another machine is never taken for that of the service, whose token it would get', () => {
  for (const host of ['192.0.2.7', '2001:db8::7', 'tape.example']) expect(urlFor(host)).toBe('http://127.0.0.1:7411');
});
