import { saveFile } from '../../components/save-file.ts';

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

export const saveRecipeFile = (name: string, text: string): void =>
  saveFile(new Blob([text], { type: 'application/json' }), `${name.replace(/[/\\:*?"<>|]/g, '-')}.json`);
