import type { IconNode } from 'lucide'
import type { ButtonHTMLAttributes } from 'preact'
import { Icon } from './icon.tsx'

interface IconButtonProps extends Omit<ButtonHTMLAttributes, 'class' | 'icon' | 'size'> {
  readonly icon: IconNode
  /** The accessible name. */
  readonly label: string
  /** Shown beside a resting pointer; the name, where nothing else is given. */
  readonly tip?: string
  readonly class?: string
  /** Of the icon, in rem. */
  readonly size?: number
  /** Whether the icon turns in a mirrored page. */
  readonly turns?: boolean
}

/** A button that shows an icon and nothing else. */
export function IconButton({ icon, label, tip = label, size, turns, class: more, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      class={more === undefined ? 'button-icon' : `button-icon ${more}`}
      aria-label={label}
      data-tip={tip}
      {...rest}
    >
      <Icon of={icon} {...(size === undefined ? {} : { size })} {...(turns === undefined ? {} : { turns })} />
    </button>
  )
}
