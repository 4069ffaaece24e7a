/** The result of one check of the machine. */
export interface Check {
  subject: string;
  found: string;
  /** Present if something should be done: what to do, and why. */
  advice?: string;
  /** True if the service cannot work like this. */
  broken?: true;
}
