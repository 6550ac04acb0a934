import type { RefObject } from 'preact'

interface FilterFieldProps {
  /** Names the field, and stands in it while it is empty. */
  readonly label: string
  readonly value: string
  readonly onText: (text: string) => void
  /** Holds the field. */
  readonly field?: RefObject<HTMLInputElement | null>
}

/** A field for letters that leave only the fitting rows of a list. */
export const FilterField = ({ label, value, onText, field }: FilterFieldProps) => (
  <input
    ref={field ?? null}
    class="field"
    type="search"
    dir="auto"
    aria-label={label}
    placeholder={label}
    value={value}
    onInput={({ currentTarget }) => onText(currentTarget.value)}
  />
)
