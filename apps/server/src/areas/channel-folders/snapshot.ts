import type { Snapshot } from '#call/snapshot.ts'
import { findFolders } from './find-folders.ts'

/** The channel folders' part of the registration response. */
export const folderSnapshot: Snapshot = async ({ db, directory, wants }) =>
  wants('channel_folders') || wants('channel_folder')
    ? { channel_folders: await findFolders(db, directory, true) }
    : {}
