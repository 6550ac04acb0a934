/** Returns undefined for the error of a missing file; throws any other error. */
export function whereMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
