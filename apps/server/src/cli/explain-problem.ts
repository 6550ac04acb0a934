import { ImportProblem } from '@tagma/importers/import-problem.ts'
import { Complaint } from './explain.ts'

/** Turns a problem of an archive into a complaint; throws any other error again. */
export function explainProblem(error: unknown): never {
  throw error instanceof ImportProblem ? new Complaint(error.message) : error
}
