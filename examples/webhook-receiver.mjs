// Receives events, verifies their signatures, responds at once and does its work afterwards.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@filemill/client';

/** An event can arrive twice. A real receiver stores the ids in its database. */
const seen = new Set();

const server = createServer(async (request, response) => {
  try {
    const event = await verifyWebhook(
      await buffer(request),
      request.headers,
      process.env.FILEMILL_WEBHOOK_SECRET,
    );
    response.writeHead(204).end();
    if (seen.has(event.id)) return;
    seen.add(event.id);
    console.log(event.type, event.data.id);
  } catch (error) {
    response.writeHead(400).end(error.message);
  }
});
server.listen(Number(process.env.PORT ?? 4000), '127.0.0.1', () =>
  console.log(`listening on http://127.0.0.1:${server.address().port}`),
);
