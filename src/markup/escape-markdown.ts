/** Escapes text for a cell of a table, where a line cannot end and a bar begins the next cell. */
export const escapeMarkdownCell = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replace(/\r?\n|\r/g, '<br>');
