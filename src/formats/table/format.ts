/** The description of a format. There is one row per format, and nothing else lists formats. */
export interface Format<Id extends string = string> {
  id: Id;
  title: string;
  /** Media types, of which the first is used in answers. */
  mediaTypes: readonly [string, ...string[]];
  /** Extensions without the dot, in lower case. Outputs get the first. */
  extensions: readonly [string, ...string[]];
  /** True if the format could run script in a browser, so that it is only ever sent as an attachment. */
  active?: true;
}

export const format = <const Id extends string>(
  id: Id,
  title: string,
  mediaTypes: Format['mediaTypes'],
  extensions: Format['extensions'],
  traits: Pick<Format, 'active'> = {},
): Format<Id> => ({ id, title, mediaTypes, extensions, ...traits });
