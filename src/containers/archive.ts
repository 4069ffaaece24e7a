/** One entry of an archive, as its headers describe it. Nothing here can be trusted. */
export interface ArchiveEntry {
  /** The place of the entry in the archive, from 0. */
  index: number;
  /** The name in the encoding of the program that wrote it. */
  name: Buffer;
  kind: 'file' | 'folder' | 'symlink' | 'hardlink' | 'other';
  /** The size after unpacking, if the headers state it. */
  size?: number;
  /** Seconds since 1970. */
  modified?: number;
  /** The target of a link. */
  link?: Buffer;
  isEncrypted: boolean;
}

export interface ArchiveListing {
  entries: ArchiveEntry[];
  /** True if the archive is cut off or damaged, so that entries may be missing. */
  isDamaged: boolean;
}

/** The outcome of unpacking one entry. */
export interface Unpacked {
  state: 'whole' | 'damaged' | 'locked' | 'wrong_password' | 'locked_unknown' | 'unsupported';
  size: number;
}

export interface ArchiveSource {
  path: string;
  password?: string;
  /** An existing folder for temporary files. */
  dir: string;
}

/** The limits of one call: the entries of the archive, and the unpacked bytes of all files written. */
export interface UnpackLimits {
  entries: number;
  bytes: number;
}
