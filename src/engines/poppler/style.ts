/** How a word is set, as far as a page that flows can say it. */
export interface Style {
  bold: boolean;
  italic: boolean;
  link?: string;
}
