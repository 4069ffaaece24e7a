const sheet = /<style\b[^>]*>([\s\S]*?)(?:<\/style|$)/gi;
/** Comments, and rules for some media only, which say nothing about the page as such. */
const conditional =
  /\/\*[\s\S]*?(?:\*\/|$)|@[\w-]+[^{}@;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}|@[^{}@;]*;|<!--|-->/g;

/**
 * Finds the classes (`.name`) and ids (`#name`) whose elements a page's own style sheets never show, such as the part of a
 * newsletter for phones. A page with scripts may show them later.
 */
export function findHidingNames(html: string): Set<string> {
  const hiding = new Set<string>();
  if (/<script\b/i.test(html)) return hiding;
  const shown = new Set<string>();
  for (const [, text = ''] of html.matchAll(sheet))
    for (const rule of text.replace(conditional, '').split('}')) {
      const [selectors = '', declarations = ''] = rule.split('{');
      const display = /(?:^|;)\s*display\s*:\s*([\w-]+)/i.exec(declarations)?.[1]?.toLowerCase();
      if (display === undefined) continue;
      for (const selector of selectors.split(',').map(each => each.trim())) {
        if (display === 'none' && /^[.#][\w-]+$/.test(selector)) hiding.add(selector);
        // Another rule may show some of them, such as the open one of several tabs.
        else if (display !== 'none') for (const [name] of selector.matchAll(/[.#][\w-]+/g)) shown.add(name);
      }
    }
  return new Set([...hiding].filter(name => !shown.has(name)));
}
