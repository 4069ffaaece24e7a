import type { ConversionOptions } from '../../../engines/conversion-options.ts';
import type { Route } from '../graph.ts';

/**
 * Tells whether a route begins with printing a page that was sent as HTML and leaves the choice of the program to us. A browser
 * prints it if this machine has one. The engine of the route, which needs no browser, is what the job requires.
 */
export const mayUseBrowser = ([first]: Route, { engine = 'auto' }: ConversionOptions): boolean =>
  engine === 'auto' && first?.engine === 'weasyprint';
