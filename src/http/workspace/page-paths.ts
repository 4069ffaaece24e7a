/** Pages that links lead to. */
export const pagePaths = ['/welcome', '/invitation', '/reset-password'] as const;
export type PagePath = (typeof pagePaths)[number];
