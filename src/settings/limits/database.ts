/** Connections to the database, and the embedded server. */
export const databaseLimits = {
  poolConnections: 10,
  /** The interval of checks whether the database server responds, and their timeout. */
  databaseCheckSeconds: 1,
  databasePatienceSeconds: 3,
  embeddedConnections: 60,
  databaseStartSeconds: 120,
  databaseStopSeconds: 20,
} as const;
