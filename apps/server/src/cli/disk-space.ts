/** Room for the database's log and for large transactions, in MiB. */
const databaseMib = 32

/**
 * Returns what is wrong with the room on a disk, or undefined. Room for the largest upload and for what the database
 * writes is enough: with less, the first things are refused although the disk is not full.
 */
export function diskSpaceProblem(
  dataDir: string,
  freeMib: number,
  { maxUploadMib }: { readonly maxUploadMib: number },
): string | undefined {
  const needed = maxUploadMib + databaseMib
  if (freeMib >= needed) return undefined
  return `Only ${freeMib} MiB are free where ${dataDir} lies; a file of the largest size (TAGMA_MAX_UPLOAD_MIB) and the database need ${needed}. Make room: on a full disk the server answers who reads, and refuses what would be written.`
}
