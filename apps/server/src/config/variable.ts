/** An environment variable of the server. */
export interface Variable {
  readonly name: string
  readonly meaning: string
  readonly initial: string
  readonly isSecret?: true
}
