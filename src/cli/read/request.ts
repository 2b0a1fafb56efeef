import { TapeError } from '#client';

/** Requests an address of the service. Redirects are not followed: `fetch` would send the key to any host. */
export async function request(address: URL, options: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...options, redirect: 'manual' });
  const { status, headers, body } = response;
  const location = headers.get('location');
  if (status < 300 || status >= 400 || location === null || !URL.canParse(location, address.href)) return response;
  await body?.cancel();
  const to = new URL(location, address);
  throw new TapeError(
    `${address.origin} redirects to ${to.origin}${to.pathname}; if the service is there, name its address with --url`,
    { status },
  );
}

/** The address of a path below that of the service. */
export const below = (url: string, path: string): URL => new URL(path, url.endsWith('/') ? url : `${url}/`);
