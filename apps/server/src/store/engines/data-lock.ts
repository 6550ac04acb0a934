import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolder } from './data-folder.ts'

/** Another process uses the data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
  constructor(dataDir: string, options?: ErrorOptions) {
    super(
      `The data folder ${dataDir} is in use by another Tagma. Stop that one, or choose another folder with TAGMA_DATA_DIR (and other ports).`,
      options,
    )
  }
}

/**
 * Takes a data folder for this process, so that no second server writes to it. The operating system releases it when
 * the process ends in any way.
 */
export function lockDataFolder(dataDir: string): () => void {
  makeDataFolder(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'lock.db'))
  lock.exec('pragma busy_timeout = 0; pragma locking_mode = exclusive')
  try {
    lock.exec('begin exclusive; create table if not exists holder (pid integer); delete from holder')
    lock.exec(`insert into holder values (${process.pid}); commit`)
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === 5) {
      throw new DataFolderInUse(dataDir, { cause: error })
    }
    throw error
  }
  return () => lock.close()
}
