import { downloadZip } from 'client-zip';
import type { Item } from '../../added-files/item.ts';
import { workspaceApi } from '../../api/client.ts';
import { saveFile } from '../../components/save-file.ts';

/** Makes names unique: a second "page.png" becomes "page (2).png". */
export function nameApart(names: string[]): string[] {
  const taken = new Set<string>();
  return names.map(name => {
    const [, stem, end] = /^(.*?)(\.[^.]*)?$/.exec(name)!;
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = `${stem} (${number})${end ?? ''}`;
    taken.add(free);
    return free;
  });
}

/** Packs the results of several jobs into one ZIP file in the browser and downloads it. */
export async function downloadItems(items: Item[], name: string): Promise<void> {
  const files: { filename: string; url: string }[] = [];
  for (const { workspaceId, job } of items)
    for await (const file of workspaceApi(workspaceId).jobs.eachFile(job!.id))
      files.push({ filename: file.filename, url: file.downloadUrl! });
  const names = nameApart(files.map(({ filename }) => filename));
  async function* readEntries() {
    for (const [index, { url }] of files.entries()) {
      const input = await fetch(url);
      if (!input.ok) throw new Error(`${names[index]} could not be fetched (${input.status}).`);
      yield { name: names[index]!, input };
    }
  }
  saveFile(await downloadZip(readEntries()).blob(), name);
}
