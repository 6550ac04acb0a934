interface ProblemProps {
  /** For the field, which is described by it. */
  readonly id: string
  readonly text: string
}

/** Says what is wrong with a field, below it. */
export function Problem({ id, text }: ProblemProps) {
  return (
    <p id={id} class="form-error" role="alert">
      {text}
    </p>
  )
}
