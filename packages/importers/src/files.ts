/** The files of an archive, by their paths in it. */
export interface Files {
  readonly names: readonly string[]
  /** Returns the bytes of a file; undefined without a file of that name. */
  size(name: string): number | undefined
  /** Parses a file of JSON. Throws an `ImportProblem` that names the file if it is missing, too large or no JSON. */
  json(name: string): Promise<unknown>
}
