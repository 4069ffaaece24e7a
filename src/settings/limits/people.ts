/** Sessions, links, invitations, keys and sign-ins. */
export const peopleLimits = {
  sessionDays: 14,
  /** Links that work once: to create the first user, to choose a new password, to join a workspace. */
  firstLinkHours: 24,
  resetLinkHours: 24,
  invitationDays: 7,
  membersPerWorkspace: 500,
  /** Sessions of a user. Another sign-in ends the least recently used one. */
  sessionsPerUser: 100,
  /** Open invitations and valid keys of a workspace, and those it creates in a day. */
  invitationsPerWorkspace: 100,
  invitationsPerDay: 500,
  keysPerWorkspace: 200,
  keysPerDay: 500,
  /** How long after its revocation a key can be restored. */
  keyRestoreSeconds: 600,
  /** The failed sign-ins allowed within the window, for one account and from one address. */
  signInWindowSeconds: 900,
  signInTriesPerAccount: 10,
  signInTriesPerAddress: 50,
} as const;
