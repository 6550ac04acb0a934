import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '#words/words.ts'
import { optionId } from './option-id.ts'

export interface Option {
  readonly key: string
  /** The reason why it cannot be chosen. */
  readonly reason?: string
}

interface OptionsProps<T extends Option> {
  /** The id of the list: the combobox names it by `aria-controls`. */
  readonly id: string
  /** Name of the list. */
  readonly label: string
  readonly options: readonly T[]
  /** The place of the option that Enter would choose, or -1. */
  readonly active: number
  readonly draw: (option: T) => ComponentChildren
  readonly onChoose: (option: T) => void
  readonly onPoint: (at: number) => void
  /** For lists that belong to no combobox: 0 lets assistive programs scroll them. */
  readonly tabIndex?: number
}

/** The options of a combobox. The focus stays in its text. */
export function Options<T extends Option>(props: OptionsProps<T>) {
  const { id, label, options, active, draw, onChoose, onPoint } = props
  const list = useRef<HTMLUListElement>(null)
  const isScrolled = useRef(false)
  useLayoutEffect(() => {
    // The first option of a list that nobody scrolled is in sight. To ask would lay out the whole page, with each letter.
    if (active <= 0 && !isScrolled.current) return
    isScrolled.current = false
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, options])
  return (
    <>
      <ul
        ref={list}
        id={id}
        class="options"
        role="listbox"
        tabIndex={props.tabIndex}
        aria-label={label}
        onScroll={() => (isScrolled.current = true)}
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, at) => (
          <li
            key={option.key}
            id={optionId(id, at)}
            class="option"
            role="option"
            aria-selected={at === active}
            aria-disabled={option.reason !== undefined}
            onPointerMove={() => at !== active && onPoint(at)}
            onClick={() => option.reason === undefined && onChoose(option)}
          >
            {draw(option)}
          </li>
        ))}
      </ul>
      <span class="hidden-visually" role="status">
        {t('combobox.count', { count: options.length })}
      </span>
    </>
  )
}
