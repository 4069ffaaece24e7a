export type Attributes = Record<string, string | number | boolean>;

export interface SpanRequest {
  name: string;
  attributes?: Attributes;
  kind?: 'server' | 'consumer';
  /** A `traceparent` from outside. Without one, the current span is the parent. */
  parent?: string | undefined;
  /** Milliseconds since 1970. By default now. */
  startedAt?: number;
}

export interface Span {
  set(attributes: Attributes): void;
  end(error?: unknown): void;
  /** The value that a child uses as its `parent`, in this process or another. */
  readonly traceparent: string;
  /** Runs `work` with this span as the current one. */
  run<T>(work: () => T): T;
}

/** Sends traces to a collector. It exists only if a collector is configured. */
export interface Tracing {
  start(request: SpanRequest): Span;
  /** Returns the current span as a `traceparent`. */
  current(): string | undefined;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/** Runs `work` in a new span, which ends with it. */
export async function inSpan<T>(
  tracing: Tracing | undefined,
  request: SpanRequest,
  work: () => Promise<T>,
): Promise<T> {
  const span = tracing?.start(request);
  if (!span) return work();
  try {
    const value = await span.run(work);
    span.end();
    return value;
  } catch (error) {
    span.end(error);
    throw error;
  }
}
