/** The user and group that this process runs as, which every system that it runs on has. */
export const getOwnIds = (): { uid: number; gid: number } => ({
  uid: process.getuid!(),
  gid: process.getgid!(),
});
