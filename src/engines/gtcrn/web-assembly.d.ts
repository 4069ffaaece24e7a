/** The part of WebAssembly used here; TypeScript knows it only for pages. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  function instantiate(
    program: Uint8Array,
    imports: Record<string, Record<string, (...values: number[]) => unknown>>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
}
