import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { JobFailure } from '../../../contract/failure.ts';
import type { WarningId } from '../../../contract/warnings.ts';
import { findFormatByExtension, getExtension } from '../../../formats/declared.ts';
import type { FormatId } from '../../../formats/formats.ts';
import { recogniseFile } from '../../../formats/recognise-file.ts';
import { limits } from '../../../settings/limits.ts';
import type { WorkContext } from '../../run.ts';
import {
  type Archive,
  type ArchiveFormat,
  archiveFormats,
  type OpenArchive,
  openArchive,
  openWithSevenZip,
  requireUnlocked,
  unpackArchive,
} from '../entries/open.ts';
import { readPaths, resolveHardLinks } from '../entries/paths.ts';
import { isChosen, type Patterns } from '../entries/patterns.ts';

/** A file taken out of the archive, with its path within it. */
export interface UnpackedFile {
  file: string;
  path: string;
  size: number;
  modified?: number;
  format: FormatId;
}

const isArchive = (format: FormatId | undefined): format is ArchiveFormat =>
  archiveFormats.some(each => each === format);
const hasArchiveName = (path: string): boolean => isArchive(findFormatByExtension(getExtension(path)));

/** Unpacks an archive and those within it, and counts the bytes of all of them. */
export class Unpacker {
  readonly warnings = new Set<WarningId>();
  readonly engines = new Set<string>();
  readonly #dir: string;
  readonly #measure: WorkContext<unknown>['measure'];
  readonly #patterns: Patterns;
  readonly #maxBytes: number;
  #bytes = 0;
  #files = 0;
  #folders = 0;

  constructor(
    { dir, measure }: Pick<WorkContext<unknown>, 'dir' | 'measure'>,
    packedBytes: number,
    patterns: Patterns,
  ) {
    const { bytes, ratio, ratioFrom } = limits.archive;
    this.#dir = dir;
    this.#measure = measure;
    this.#patterns = patterns;
    this.#maxBytes = Math.min(bytes, Math.max(ratioFrom, packedBytes * ratio));
  }

  /** `filename` names the file in an archive of one compressed file, which has no name of its own. */
  async unpack(
    archive: Archive,
    filename: string,
    depth: number,
    onPart: (part: number) => void,
  ): Promise<UnpackedFile[]> {
    const opened = await openArchive(archive, this.#limits());
    return await this.#take(archive, opened, filename, depth, onPart);
  }

  readonly #limits = () => ({ entries: limits.archive.entries, bytes: this.#maxBytes - this.#bytes });

  async #take(
    archive: Archive,
    opened: OpenArchive,
    filename: string,
    depth: number,
    onPart: (part: number) => void,
  ): Promise<UnpackedFile[]> {
    const entries = readPaths(opened.entries, archive.format, filename);
    const files = resolveHardLinks(entries);
    if (files.length === 0 && !opened.isDamaged)
      throw new JobFailure('archive_empty', `${entries.length} entries`);
    if (files.length < entries.filter(({ kind }) => kind !== 'folder').length)
      this.warnings.add('links_left_out');
    if (opened.isDamaged) this.warnings.add('archive_damaged');
    // An archive within the archive may hold files that are asked for.
    const chosen = files.filter(
      ({ entry }) => isChosen(entry.path, this.#patterns) || (depth > 0 && hasArchiveName(entry.path)),
    );
    this.#files += chosen.length;
    if (this.#files > limits.outputFiles) throw new JobFailure('too_many_entries', `${this.#files} files`);
    await this.#measure({ archiveEntries: this.#files });

    const folder = join(this.#dir, `unpacked-${this.#folders++}`);
    await mkdir(folder);
    const paths = new Map(chosen.map(({ source }) => [source.index, join(folder, `${source.index}`)]));
    const unpacked = await unpackArchive(archive, opened, paths, this.#limits(), onPart);
    const isUnknown = [...unpacked.values()].some(({ state }) => state === 'unsupported');
    if (isUnknown && archive.format === 'zip' && opened.engine === 'libarchive') {
      await rm(folder, { recursive: true });
      this.#files -= chosen.length;
      return await this.#take(
        archive,
        await openWithSevenZip(archive, this.#limits()),
        filename,
        depth,
        onPart,
      );
    }
    requireUnlocked(unpacked);
    this.engines.add(opened.engine);

    const taken: UnpackedFile[] = [];
    const used = new Set<string>();
    for (const { entry, source } of chosen) {
      const found = unpacked.get(source.index);
      if (found?.state !== 'whole') {
        this.warnings.add('archive_damaged');
        continue;
      }
      this.#bytes += found.size;
      if (this.#bytes > this.#maxBytes) throw new JobFailure('unpacks_too_large', `${this.#bytes} bytes`);
      const original = join(folder, `${source.index}`);
      // Each output is a file of its own, although links share their content.
      const file = used.has(original) ? `${original}-${entry.index}` : original;
      if (used.has(original)) await copyFile(original, file);
      used.add(original);
      taken.push({
        file,
        path: entry.path,
        size: found.size,
        ...(entry.modified !== undefined && { modified: entry.modified }),
        format: await recogniseFile(file, entry.path),
      });
    }
    if (chosen.length > 0 && taken.length === 0)
      throw new JobFailure('unreadable_input', `none of ${chosen.length} files is whole`);
    return depth > 0 ? await this.#unpackNested(archive, taken, depth) : taken;
  }

  async #unpackNested(archive: Archive, taken: UnpackedFile[], depth: number): Promise<UnpackedFile[]> {
    const all: UnpackedFile[] = [];
    for (const each of taken) {
      const inner = isArchive(each.format) && (await this.#tryNested(archive, each, each.format, depth - 1));
      if (inner) all.push(...inner.map(({ path, ...file }) => ({ ...file, path: `${each.path}/${path}` })));
      else if (isChosen(each.path, this.#patterns)) all.push(each);
    }
    return all;
  }

  /** Unpacks an archive within the archive. One that cannot be read or is locked stays a file, with a warning. */
  async #tryNested(
    { dir, password }: Archive,
    { file, path, size }: UnpackedFile,
    format: ArchiveFormat,
    depth: number,
  ): Promise<UnpackedFile[] | undefined> {
    const source = {
      path: file,
      format,
      size: (await stat(file)).size || size,
      dir,
      ...(password && { password }),
    };
    try {
      return await this.unpack(source, path.split('/').at(-1) ?? path, depth, () => {});
    } catch (error) {
      if (
        !(error instanceof JobFailure) ||
        error.reason === 'limit_exceeded' ||
        error.reason === 'engine_error'
      )
        throw error;
      if (error.id === 'archive_empty') return [];
      this.warnings.add('nested_left_packed');
      return undefined;
    }
  }
}
