import { ImportProblem } from './import-problem.ts'

const most = 100

/** Gathers what is wrong in a file that people have written, so that they can mend all of it at once. */
export class ReadProblems {
  readonly #found: string[] = []

  /** Notes a problem. Throws all of them if they are a hundred. */
  add(place: string, problem: string): void {
    this.#found.push(`${place}: ${problem}`)
    if (this.#found.length >= most) this.throwAll()
  }

  /** Throws an `ImportProblem` if there is any. */
  throwAll(): void {
    if (this.#found.length > 0) throw new ImportProblem(this.#found.join('\n'))
  }
}
