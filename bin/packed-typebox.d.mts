export function packTypebox(into?: URL): Promise<void>;
export function usePackedTypebox(): void;
