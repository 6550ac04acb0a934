import { useRef } from 'preact/hooks'

/** The kinds of pictures that the server takes. */
const pictures = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/tiff'

interface PictureButtonProps {
  /** The words on the button. */
  readonly action: string
  /** The accessible name, if it says more. */
  readonly label?: string
  readonly isDisabled?: boolean
  readonly multiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Opens the browser's choice of pictures. */
export function PictureButton({
  action,
  label = action,
  isDisabled = false,
  multiple = false,
  onFiles,
}: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        type="button"
        class="button"
        aria-label={label}
        disabled={isDisabled}
        onClick={() => input.current?.click()}
      >
        {action}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={multiple}
        accept={pictures}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
