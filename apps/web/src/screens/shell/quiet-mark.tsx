import { BellOff } from 'lucide'
import { Icon } from '#parts/icon.tsx'
import { useQuietTime } from '#parts/quiet-time.ts'
import { t } from '#words/words.ts'

/** A mark in the button of the reader's menu, while this device holds notifications and sounds back. */
export function QuietMark() {
  const time = useQuietTime()
  if (time === undefined) return null
  const text = t('told.quiet-until', { time })
  return (
    <span class="quiet-mark" title={text}>
      <Icon of={BellOff} size={0.625} />
      <span class="hidden-visually">{text}</span>
    </span>
  )
}
