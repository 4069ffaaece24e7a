/** Formats whose libraries are hundreds of files: each is loaded by the first job that reads or writes it. */
export const formatModules = {
  arrow: {
    read: () => import('./arrow/read.ts'),
    write: () => import('./arrow/write.ts'),
  },
  avro: {
    read: () => import('./avro/read.ts'),
    write: () => import('./avro/write.ts'),
  },
  yaml: () => import('./yaml.ts'),
};

/** Loads all of them, for a process that compiles ahead. */
export async function loadLater(): Promise<void> {
  const { arrow, avro, yaml } = formatModules;
  await Promise.all([arrow.read(), arrow.write(), avro.read(), avro.write(), yaml()]);
}
