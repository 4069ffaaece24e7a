/** The result of one check of the machine. */
export interface Check {
  subject: string;
  found: string;
  /** Says what should be done and why, if anything should. */
  advice?: string;
  /** True if the service cannot work like this. */
  broken?: true;
}
