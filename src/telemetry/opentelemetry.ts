import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanRequest, Tracing } from './tracing.ts';

export interface TracingSettings {
  /** The URL of the collector; spans are sent to `/v1/traces` below it. */
  endpoint: string;
  /** The fraction of traces that is sampled, from 0 to 1. */
  share: number;
  role: string;
}

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

/** Version, trace, parent span and sampling flag. */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Parses a `traceparent` header; an invalid one counts as absent. */
function readParent(text: string): Context | undefined {
  const [, traceId, spanId, flags] = traceparent.exec(text) ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function formatParent(span: OtelSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Sends spans to a collector by OTLP over HTTP. Nothing is global: a process may have several. */
export function openTracing({ endpoint, share, role }: TracingSettings): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'filemill', 'filemill.role': role }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('filemill');
  const underWay = new AsyncLocalStorage<OtelSpan>();

  function findParent({ parent }: SpanRequest): Context {
    const given = parent === undefined ? undefined : readParent(parent);
    const current = underWay.getStore();
    return given ?? (current ? trace.setSpan(ROOT_CONTEXT, current) : ROOT_CONTEXT);
  }

  return {
    start(request): Span {
      const span = tracer.startSpan(
        request.name,
        {
          kind: request.kind ? kinds[request.kind] : SpanKind.INTERNAL,
          ...(request.attributes && { attributes: request.attributes }),
          ...(request.startedAt !== undefined && { startTime: request.startedAt }),
        },
        findParent(request),
      );
      return {
        set: attributes => void span.setAttributes(attributes),
        end(error) {
          // Only the type of the error is sent, because messages of engines may quote a caller's file.
          if (error !== undefined)
            span.setStatus({
              code: SpanStatusCode.ERROR,
              message: error instanceof Error ? error.name : 'failed',
            });
          span.end();
        },
        traceparent: formatParent(span),
        run: work => underWay.run(span, work),
      };
    },
    current() {
      const span = underWay.getStore();
      return span && formatParent(span);
    },
    stop: () => provider.shutdown(),
  };
}
