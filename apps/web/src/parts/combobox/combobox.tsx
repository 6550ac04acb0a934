import type { ComponentChildren, RefObject } from 'preact'
import { useId, useState } from 'preact/hooks'
import { nextActive } from './next-active.ts'
import { optionId } from './option-id.ts'
import { type Option, Options } from './options.tsx'

interface ComboboxProps<T extends Option> {
  readonly label: string
  readonly text: string
  readonly options: readonly T[]
  readonly draw: (option: T) => ComponentChildren
  readonly onText: (text: string) => void
  readonly onChoose: (option: T) => void
  /** Sees keys that move nothing and choose nothing. */
  readonly onKey?: (event: KeyboardEvent) => void
  readonly input?: RefObject<HTMLInputElement | null>
  readonly placeholder?: string
  /** Ids of elements that say more about it, such as what is wrong. */
  readonly describedBy?: string
  readonly isInvalid?: boolean
  /** Whether the options stand below the line. Usually they stand above it. */
  readonly isBelow?: boolean
  /** Whether Enter takes the first option although nobody moved to it. */
  readonly takesFirst?: boolean
}

/** A line of text with suggestions. Any text may be typed; Enter takes the suggestion that arrows lead to. */
export function Combobox<T extends Option>(props: ComboboxProps<T>) {
  const { label, text, options, onText, onChoose, input, placeholder } = props
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const shows = isOpen && options.length > 0
  const none = props.takesFirst ? 0 : -1
  const at = shows ? Math.min(Math.max(active, none), options.length - 1) : -1
  const choose = (option: T) => {
    if (option.reason !== undefined) return
    setOpen(false)
    setActive(-1)
    onChoose(option)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = event.isComposing ? undefined : nextActive(event.key, at, options.length)
    const option = options[at]
    if (next !== undefined) {
      setOpen(true)
      setActive(next)
    } else if (event.key === 'Enter' && option && shows && !event.isComposing) choose(option)
    else if (event.key === 'Escape' && shows) setOpen(false)
    else return props.onKey?.(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="combobox">
      <input
        ref={input}
        class="field"
        type="text"
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={shows}
        aria-controls={shows ? id : undefined}
        aria-activedescendant={at >= 0 ? optionId(id, at) : undefined}
        aria-describedby={props.describedBy}
        aria-invalid={props.isInvalid}
        autocomplete="off"
        dir="auto"
        value={text}
        placeholder={placeholder}
        onInput={(event) => {
          setOpen(true)
          setActive(-1)
          onText(event.currentTarget.value)
        }}
        onKeyDown={onKeyDown}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      {shows && (
        <div class={props.isBelow ? 'combobox-options combobox-below' : 'combobox-options'}>
          <Options
            {...{ id, label, options }}
            active={at}
            draw={props.draw}
            onChoose={choose}
            onPoint={setActive}
          />
        </div>
      )}
    </div>
  )
}
