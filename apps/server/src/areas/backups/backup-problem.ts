/** Thrown for a backup that cannot be made or read; the message says what to do. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem'
}

/** Runs what writes to a place, and puts the usual failures into words. */
export async function writingTo<T>(place: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new BackupProblem(
        `There is no room left in ${place}: make room, or keep fewer snapshots (TAGMA_BACKUP_KEEP). The earlier snapshots are whole.`,
        { cause: error },
      )
    if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
      throw new BackupProblem(
        `${place} cannot be written: give the user of the server the right to. The earlier snapshots are whole.`,
        { cause: error },
      )
    throw error
  }
}
