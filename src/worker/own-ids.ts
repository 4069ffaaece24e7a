/** Returns the user and group of this process, which exist on every supported system. */
export const getOwnIds = (): { uid: number; gid: number } => ({
  uid: process.getuid!(),
  gid: process.getgid!(),
});
