/**
 * Memory that a process maps but does not touch: stacks of its threads, reserves of allocators. Measured over
 * all engines, see decision 3.
 */
const roomBytes = 2 * 1024 ** 3;

/**
 * Returns the kernel's limit on the memory mapped by one process, for a job that may use `memoryBytes`.
 * Mapping more fails immediately, whereas a check ten times a second comes late.
 */
export const computeDataLimit = (memoryBytes: number): number => memoryBytes + roomBytes;

/** Messages of programs and libraries that are refused memory. */
const refused =
  /out of memory|cannot allocate memory|allocation failed|bad_alloc|MemoryError|ENOMEM|insufficient memory|unable to allocate/i;
export const saysOutOfMemory = (text: string): boolean => refused.test(text);
