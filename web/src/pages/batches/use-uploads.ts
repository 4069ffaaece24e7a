import { useRef, useState } from 'react';
import { uploadFile } from '../../api/runs.ts';

/** More would compete for the same connection. */
const concurrent = 3;

/** Uploads the files of a batch. Another attempt uploads only those that are still missing. */
export function useUploads(workspaceId: string) {
  const stored = useRef(new Map<File, string>());
  const [sent, setSent] = useState<number>();

  async function upload(files: File[]): Promise<{ inputArtifactId: string }[]> {
    const parts = new Map(files.map(file => [file, stored.current.has(file) ? 1 : 0]));
    const queue = files.filter(file => !stored.current.has(file));
    const report = (file: File, part: number) => {
      parts.set(file, part);
      setSent([...parts.values()].reduce((sum, each) => sum + each, 0) / files.length);
    };
    const work = async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const current = file;
        stored.current.set(file, await uploadFile(workspaceId, file, part => report(current, part)));
        report(file, 1);
      }
    };
    try {
      await Promise.all(Array.from({ length: concurrent }, work));
    } finally {
      setSent(undefined);
    }
    return files.map(file => ({ inputArtifactId: stored.current.get(file)! }));
  }

  return { upload, sent };
}
