export type Attributes = Record<string, string | number | boolean>;

export interface SpanRequest {
  name: string;
  attributes?: Attributes;
  kind?: 'server' | 'consumer';
  /** A `traceparent` that came from outside; without one, the span under way is the parent. */
  parent?: string | undefined;
  /** Milliseconds since 1970; now unless given. */
  startedAt?: number;
}

export interface Span {
  set(attributes: Attributes): void;
  end(error?: unknown): void;
  /** What a child names as its `parent`, in this process or another. */
  readonly traceparent: string;
  /** Runs `work` with this span under way. */
  run<T>(work: () => T): T;
}

/** Sends traces to a collector. It exists only where a collector is set. */
export interface Tracing {
  start(request: SpanRequest): Span;
  /** The span under way, as a `traceparent`. */
  current(): string | undefined;
  /** Sends what has not been sent. */
  stop(): Promise<void>;
}

/** Runs `work` in a span of its own, which ends with it. */
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
