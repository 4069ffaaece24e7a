const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML, also within an attribute's double quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, one => entities[one] ?? one);
