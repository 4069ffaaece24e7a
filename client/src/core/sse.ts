export interface ServerEvent {
  id: string;
  event: string;
  data: string;
}

/**
 * Reads Server-Sent Events from a response, which unlike EventSource works with a key. Ends with the stream or when the
 * signal is aborted, and throws when nothing arrived for `idleMs`, including heartbeats.
 */
export async function* readEvents(
  response: Response,
  idleMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let buffered = '';
  const stop = () => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await readWithinIdleTime(reader, idleMs);
      signal?.throwIfAborted();
      if (done) return;
      buffered += decoder.decode(value, { stream: true });
      const blocks = buffered.split(/\r?\n\r?\n/);
      buffered = blocks.pop()!;
      for (const block of blocks) {
        const event = parseBlock(block);
        if (event) yield event;
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    void reader.cancel().catch(() => {});
  }
}

async function readWithinIdleTime(reader: ReadableStreamDefaultReader<Uint8Array>, idleMs: number) {
  let timer: ReturnType<typeof setTimeout>;
  const idle = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The event stream timed out.')), idleMs);
  });
  try {
    return await Promise.race([reader.read(), idle]);
  } finally {
    clearTimeout(timer!);
  }
}

function parseBlock(block: string): ServerEvent | undefined {
  const event: ServerEvent = { id: '', event: 'message', data: '' };
  const lines: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field, value = ''] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    if (field === 'data') lines.push(value);
    else if (field === 'id') event.id = value;
    else if (field === 'event') event.event = value;
  }
  if (lines.length === 0) return undefined;
  event.data = lines.join('\n');
  return event;
}
