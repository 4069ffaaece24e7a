import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

export interface DroppedFile {
  name: string;
  bytes: Buffer;
}

/** Drops files on the page, or on one element of it. */
export async function dropFiles(page: Page, files: DroppedFile[], onto = 'main'): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, data: bytes.toString('base64') }));
  const transfer = await page.evaluateHandle(given => {
    const { DataTransfer, File } = globalThis as unknown as {
      DataTransfer: new () => { items: { add(file: unknown): void } };
      File: new (parts: unknown[], name: string) => unknown;
    };
    const made = new DataTransfer();
    for (const { name, data } of given)
      made.items.add(new File([Uint8Array.from(atob(data), letter => letter.charCodeAt(0))], name));
    return made;
  }, sent);
  await page.dispatchEvent(onto, 'drop', { dataTransfer: transfer });
}

/** Finds the row of the Convert page with this file or result. */
export const row = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name }).last();

/** Returns the file that clicking this downloads. */
export async function downloaded(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.first().click()]);
  return readFileSync(await download.path());
}

const lock = `
import io, sys, pikepdf
with pikepdf.open(io.BytesIO(sys.stdin.buffer.read())) as pdf:
    pdf.save(sys.stdout.buffer, encryption=pikepdf.Encryption(owner="sesame", user="sesame"))
`;

/** Protects a PDF with the password "sesame". */
export const lockPdf = (pdf: Buffer): Buffer =>
  execFileSync('/usr/bin/python3', ['-c', lock], { input: pdf });
