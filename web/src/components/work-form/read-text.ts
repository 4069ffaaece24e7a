/** Reads the text of a field, without spaces around it. */
export const readText = (given: FormData, name: string): string => String(given.get(name) ?? '').trim();
