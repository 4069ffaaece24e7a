/** Makes the anchors of one page's headings as code hosts do, so that links work in both places. */
export function makeSlugger(): (heading: string) => string {
  const used = new Map<string, number>();
  return heading => {
    const slug = heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
}
