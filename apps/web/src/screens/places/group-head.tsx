import { ChevronDown, ChevronRight } from 'lucide'
import type { ComponentChildren } from 'preact'
import { Count } from '#parts/count.tsx'
import { Icon } from '#parts/icon.tsx'
import { useKnown } from '#state/use-known.ts'

interface GroupHeadProps {
  /** The key of the section. */
  readonly section: string
  readonly name: string
  readonly isFolded: boolean
  readonly onFold: () => void
  /** Number of unread messages of a folded group. Shown to people who want sums. */
  readonly count: number
  readonly children?: ComponentChildren
}

/** The heading of a section of places, which folds it. */
export function GroupHead({ section, name, isFolded, onFold, count, children }: GroupHeadProps) {
  const isSummed = useKnown(
    ({ state }) => state?.user_settings?.web_left_sidebar_unreads_count_summary ?? true,
  )
  return (
    <div class="group-head" data-section={section}>
      <h2>
        <button type="button" aria-expanded={!isFolded} onClick={onFold}>
          <span dir="auto">{name}</span>
          <Icon of={isFolded ? ChevronRight : ChevronDown} size={0.875} turns={isFolded} />
        </button>
      </h2>
      <Count of={isSummed ? count : 0} />
      {children}
    </div>
  )
}
