/** Thrown for an archive that cannot be imported. The message says which file, what is wrong, and what to do. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem'
}
