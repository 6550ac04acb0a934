/** What the operating system says when a disk is full, broken, or may not be written. */
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

/** Whether an error means that files cannot be written now, rather than that something is wrong with one of them. */
export function isFileFault(error: unknown): boolean {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return false
  // Making a folder where nothing may be written is said to fail because there is none.
  return fileFaults.has(error.code) || (error.code === 'ENOENT' && error.syscall === 'mkdir')
}
