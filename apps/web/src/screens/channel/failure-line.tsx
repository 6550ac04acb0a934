/** Says why something was refused. */
export function FailureLine({ text }: { readonly text: string | undefined }) {
  return text === undefined ? null : (
    <p class="form-error" role="alert">
      {text}
    </p>
  )
}
