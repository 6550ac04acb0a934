/** Says why something was refused, where it was tried. */
export function FormFailure({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p class="form-error" role="alert">
      {text}
    </p>
  )
}
