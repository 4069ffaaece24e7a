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
  /** Of the collector; spans go to `/v1/traces` below it. */
  endpoint: string;
  /** The part of traces that is kept, from 0 to 1. */
  share: number;
  role: string;
}

const kinds = { server: SpanKind.SERVER, consumer: SpanKind.CONSUMER } as const;

/** The version, the trace, the parent's span and whether it is kept. */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** The context that a `traceparent` names; one that is not well formed counts as absent. */
function readParent(text: string): Context | undefined {
  const [, traceId, spanId, flags] = traceparent.exec(text) ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  const traceFlags = Number.parseInt(flags, 16) & 1;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

function printParent(span: OtelSpan): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Sends spans to a collector by OTLP over HTTP. Nothing is made global: a process may run several. */
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
          // Only the error's kind is sent, because messages of engines may quote a caller's file.
          if (error !== undefined)
            span.setStatus({
              code: SpanStatusCode.ERROR,
              message: error instanceof Error ? error.name : 'failed',
            });
          span.end();
        },
        traceparent: printParent(span),
        run: work => underWay.run(span, work),
      };
    },
    current() {
      const span = underWay.getStore();
      return span && printParent(span);
    },
    stop: () => provider.shutdown(),
  };
}
