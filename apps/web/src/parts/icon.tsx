import type { IconNode } from 'lucide'
import { h } from 'preact'
import { memo } from './memo.ts'

interface IconProps {
  /** An icon of lucide: `import { Hash } from 'lucide'`. */
  readonly of: IconNode
  /** In rem. */
  readonly size?: number
  /** Whether the icon points along the direction of reading, and so turns in a mirrored page. */
  readonly turns?: boolean
}

/** Draws an icon of lines. It is decoration: the name belongs to the control around it. */
export const Icon = memo(function Icon({ of, size = 1.125, turns = false }: IconProps) {
  return h(
    'svg',
    {
      class: turns ? 'icon icon-turns' : 'icon',
      viewBox: '0 0 24 24',
      width: `${size}rem`,
      height: `${size}rem`,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 2,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': true,
    },
    of.map(([tag, attributes]) => h(tag, attributes)),
  )
})
