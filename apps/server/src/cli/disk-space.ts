/** MiB for the database's log and for large transactions. */
const databaseMib = 32

/**
 * Returns a complaint about the room on a disk, or undefined. The largest upload and the database's writes have to
 * fit: with less room, requests fail although the disk is not full.
 */
export function diskSpaceProblem(
  dataDir: string,
  freeMib: number,
  { maxUploadMib }: { readonly maxUploadMib: number },
): string | undefined {
  const needed = maxUploadMib + databaseMib
  if (freeMib >= needed) return undefined
  return `Only ${freeMib} MiB are free where ${dataDir} lies; a file of the largest size (TAGMA_MAX_UPLOAD_MIB) and the database need ${needed}. Make room: on a full disk the server still answers readers, and refuses all changes.`
}
