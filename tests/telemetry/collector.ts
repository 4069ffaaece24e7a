import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string };
}

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  role: unknown;
  attributes: Record<string, unknown>;
  start: bigint;
  end: bigint;
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<CollectedSpan, 'attributes' | 'role'> & {
        attributes: Attribute[];
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      })[];
    }[];
  }[];
}

const plain = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

/** A minimal OpenTelemetry collector: receives spans as OTLP over HTTP, as JSON. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly #server = createServer(async (request, response) => {
    const body = (await json(request)) as Export;
    if (request.url === '/v1/traces') this.#take(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });

  static async start(): Promise<Collector> {
    const collector = new Collector();
    collector.#server.listen(0, '127.0.0.1');
    await once(collector.#server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  #take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          role: plain(resource.attributes)['filemill.role'],
          attributes: plain(span.attributes),
          start: BigInt(span.startTimeUnixNano),
          end: BigInt(span.endTimeUnixNano),
        });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
