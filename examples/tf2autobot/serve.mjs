import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Server } from 'socket.io';
import { Refusal } from './prices.mjs';

const maxMessageLength = 10_000;
// Bots authenticate after connecting
const unknownMs = 10_000;

/** Throws unless a bot has given the token. */
function requireToken(given, token) {
  const [one, other] = [given, token].map((text) => Buffer.from(String(text)));
  if (one.length === other.length && timingSafeEqual(one, other)) return;
  throw new Refusal(401, 'set CUSTOM_PRICER_API_TOKEN to the key that the pricer was started with');
}

/** Answers what TF2Autobot requests from a custom pricer. Some versions of 2026 request /item without the s. */
async function answerTo({ method, url, headers }, prices, token) {
  requireToken(/^Token (.+)$/i.exec(headers.authorization ?? '')?.[1], token);
  const [, path, sku] = /^(\/items?)(?:\/([^/?]+))?(?:\?.*)?$/.exec(url) ?? [];
  if (path === '/items' && sku === undefined && method === 'GET') return prices.list();
  if (sku !== undefined && method === 'GET') return await prices.item(decoded(sku));
  if (sku !== undefined && method === 'POST') return prices.check(decoded(sku));
  throw new Refusal(404, `there is no ${method} ${url}`);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Refusal(400, `${text} is not correctly encoded`);
  }
}

/** Serves bots over HTTP and Socket.IO; resolves to the address, and to what sends a price to all of them. */
export async function serve({ host, port, token }) {
  let prices;
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request, prices, token).then(
      (body) => ({ status: 200, body }),
      (error) => ({ status: error.status ?? 500, body: { error: error.message } }),
    );
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  });
  const bots = new Server(server, {
    serveClient: false,
    maxHttpBufferSize: maxMessageLength,
    connectTimeout: unknownMs,
  });
  bots.use((socket, next) => {
    try {
      requireToken(socket.handshake.auth.token, token);
      next();
    } catch (error) {
      next(error);
    }
  });
  bots.on('connection', (socket) => {
    socket.emit('authenticated');
    // A bot cannot request in another way what it missed
    for (const price of prices.current()) socket.emit('price', price);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    origin: `http://${host}:${server.address().port}`,
    send: (price) => bots.emit('price', price),
    /** Begins to answer with these prices. */
    use: (given) => {
      prices = given;
    },
  };
}
