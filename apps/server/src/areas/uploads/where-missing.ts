/** Undefined for an error that says that there is no such file; throws any other. */
export function whereMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
