export const mb = 1024 * 1024;
export const gb = 1024 * mb;
