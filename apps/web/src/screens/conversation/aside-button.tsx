import { PanelRight } from 'lucide'
import { showAside } from '#actions/show-aside.ts'
import { Icon } from '#parts/icon.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Opens and closes the aside of the conversation. */
export function AsideButton() {
  const app = useApp()
  const isOpen = useKnown(({ aside }) => aside !== undefined)
  const isLeft = useKnown(({ state }) => state?.user_settings?.left_side_userlist ?? false)
  return (
    <button
      type="button"
      class={isLeft ? 'button-icon aside-button aside-button-left' : 'button-icon aside-button'}
      aria-label={t('conversation.open-aside')}
      aria-expanded={isOpen}
      data-tip={t('conversation.open-aside')}
      onClick={() => showAside(app, isOpen ? undefined : (app.store.get().device.aside ?? 'about'))}
    >
      <Icon of={PanelRight} turns />
    </button>
  )
}
