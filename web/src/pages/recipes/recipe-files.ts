/** Asks for a file and reads it; undefined if none was chosen. */
export const chooseRecipeFile = (): Promise<string | undefined> =>
  new Promise(resolve => {
    const chooser = document.createElement('input');
    chooser.type = 'file';
    chooser.accept = '.json,application/json';
    chooser.addEventListener('change', async () => resolve(await chooser.files?.[0]?.text()));
    chooser.addEventListener('cancel', () => resolve(undefined));
    chooser.click();
  });

export function saveRecipeFile(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${name.replace(/[/\\:*?"<>|]/g, '-')}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
