/** Bundles the packages that are not bundled yet into subfolders of a folder. */
export function packPackages(into?: string): Promise<void>;
