/** Error codes of the operating system for a disk that is full, broken or read-only. */
const fileFaults: ReadonlySet<unknown> = new Set([
  'ENOSPC',
  'EDQUOT',
  'EFBIG',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
])

/** Tells whether an error means that no file can be written now. An error about one file alone is something else. */
export function isFileFault(error: unknown): boolean {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return false
  // On a read-only disk, making a folder fails with ENOENT.
  return fileFaults.has(error.code) || (error.code === 'ENOENT' && error.syscall === 'mkdir')
}
