/** The pool of hosts that keep a browser running from one job to the next. */
export const browserHost = 'browser';
