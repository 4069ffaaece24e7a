const prefix = 'base64 of ';

/** An option whose value is a file in base64, which a request reads from that file. */
export const readBase64 = (file: string): string => prefix + file;

/** Returns the file whose base64 an option is, if it is one. */
export const findBase64File = (value: unknown): string | undefined =>
  typeof value === 'string' && value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
