const readAttribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(tag);
  return found?.[1] ?? found?.[2] ?? found?.[3];
};
/** Kinds of controls that show no value, or one that nobody should see. */
const silent = new Set(['hidden', 'password', 'file', 'image', 'range', 'color']);

/** Turns the controls of a page into their values and signs, because Pandoc drops controls. */
export const replaceControls = (html: string): string =>
  html
    .replace(/<input\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi, tag => {
      const kind = (readAttribute(tag, 'type') ?? 'text').toLowerCase();
      const isChecked = /\schecked\b/i.test(tag);
      if (kind === 'checkbox') return isChecked ? '☒ ' : '☐ ';
      if (kind === 'radio') return isChecked ? '◉ ' : '○ ';
      const value = silent.has(kind) ? '' : (readAttribute(tag, 'value') ?? '');
      return value.replaceAll('<', '&lt;');
    })
    .replace(/<\/?textarea\b[^>]*>/gi, ' ');
