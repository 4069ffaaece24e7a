import { makeFilenameSeries, makeSafeFilename, type SafeFilename } from '@filemill/client';

/** The path of an output within a folder of results. */
interface Place {
  /** For the file of an archive: its folders with safe names, joined by slashes. */
  folder?: string;
  /** A safe name, unique in its folder. */
  filename: SafeFilename;
}

/** Makes a function that places the outputs of a job one by one. Files of an archive keep their folders. */
export function makePlacing(): (filename: string, metadata: Record<string, unknown> | undefined) => Place {
  const series = new Map<string, ReturnType<typeof makeFilenameSeries>>();
  return (filename, metadata) => {
    const path = typeof metadata?.path === 'string' ? metadata.path.split('/').filter(Boolean) : undefined;
    const folder = path?.slice(0, -1).map(makeSafeFilename).join('/');
    const key = folder?.toLowerCase() ?? '';
    const nameFile = series.get(key) ?? makeFilenameSeries();
    series.set(key, nameFile);
    return { ...(folder !== undefined && { folder }), filename: nameFile(path?.at(-1) ?? filename) };
  };
}
