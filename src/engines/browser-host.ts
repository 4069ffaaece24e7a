/** The pool of hosts that keep a browser running from one job to the next. */
export const browserHost = 'browser';

/** The pool of hosts whose browser fetches pages from the web, through a socket that leads to a guard. */
export const webHost = 'web';
