/**
 * What a process has mapped for itself and not touched: stacks of its threads, what allocators keep ready. Measured over all
 * engines, see decision 3.
 */
const roomBytes = 2 * 1024 ** 3;

/**
 * The kernel's limit on what one process maps for itself, for a job that may use `memoryBytes`: what goes over it is refused at
 * once, where a look ten times a second comes late.
 */
export const dataBytes = (memoryBytes: number): number => memoryBytes + roomBytes;

/** What programs and libraries say when they are refused memory. */
const refused =
  /out of memory|cannot allocate memory|allocation failed|bad_alloc|MemoryError|ENOMEM|insufficient memory|unable to allocate/i;
export const saysOutOfMemory = (text: string): boolean => refused.test(text);
