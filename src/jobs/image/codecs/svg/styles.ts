/** The declarations of a style, by property. */
type Declarations = ReadonlyMap<string, string>;

/** The declarations of a style sheet by the class, the id or the element that its rules are for. */
export type Rules = ReadonlyMap<string, Declarations>;

/** An element with what its look depends on. */
export interface Styled {
  name: string;
  id: string | undefined;
  classes: readonly string[];
  style: string;
}

/** Elements of HTML in selectors. */
const htmlNames = /(^|[\s>+~,}])(div|span|p)(?=[\s>+~,.:#{[]|$)/g;

/** Returns the class that stands for an element of HTML in a drawing without HTML. */
export const nameHtmlClass = (name: string): string => `html-${name}`;

/** Makes the rules of a style sheet for HTML apply to the classes that stand for its elements. */
export const replaceHtmlSelectors = (sheet: string): string =>
  sheet.replace(/[^{}]+\{/g, selectors =>
    selectors.replace(htmlNames, (_, before: string, name: string) => `${before}.${nameHtmlClass(name)}`),
  );

function parseDeclarations(style: string): Declarations {
  const found = new Map<string, string>();
  for (const declaration of style.split(';')) {
    const colon = declaration.indexOf(':');
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace('!important', '');
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim());
  }
  return found;
}

/** Collects the rules of a style sheet whose selector ends in a class or an id, or is an element alone. */
export function indexRules(sheet: string): Rules {
  const rules = new Map<string, Declarations>();
  const plain = sheet.replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, selectors = '', body = ''] of plain.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    const declarations = parseDeclarations(body);
    for (const selector of selectors.split(',')) {
      const last = /(?:^\s*|[.#])[\w-]+\s*$/.exec(selector)?.[0].trim();
      if (last) rules.set(last, new Map([...(rules.get(last) ?? []), ...declarations]));
    }
  }
  return rules;
}

/** Finds the value of a property that the innermost of some elements declares, in its `style` or by a rule. */
export function findDeclared(
  elements: readonly Styled[],
  property: string,
  rules: Rules,
): string | undefined {
  for (const { name, id, classes, style } of elements.toReversed()) {
    const own = parseDeclarations(style).get(property);
    if (own !== undefined) return own;
    const selectors = [`#${id}`, ...classes.map(one => `.${one}`).reverse(), name];
    const found = selectors.find(selector => rules.get(selector)?.has(property));
    if (found !== undefined) return rules.get(found)!.get(property);
  }
  return undefined;
}

/** Properties that hold for text in a drawing as in HTML. */
const textProperties = ['color', 'font-family', 'font-size', 'font-style', 'font-weight', 'opacity'];

/** Keeps the part of a `style` attribute that also holds for text in a drawing. */
export const keepTextStyle = (style: string): string =>
  [...parseDeclarations(style)]
    .filter(([property]) => textProperties.includes(property))
    .map(([property, value]) => `${property}:${value}`)
    .join(';');
