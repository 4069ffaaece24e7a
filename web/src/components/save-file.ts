/** Downloads content that was made in the page. */
export function saveFile(content: Blob, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = filename;
  link.click();
  // The browser may read the content only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
