import { useState } from 'preact/hooks'
import { hasFirstSteps } from '#state/first-steps.ts'
import { selectConversations, wantsChannels } from '#state/selectors.ts'
import { isSpectator } from '#state/spectator.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { FirstSteps } from './first-steps.tsx'

/** The third column while no conversation is open. */
export function Welcome() {
  const { store } = useApp()
  // As long as one looks at it, the screen stays: a step that is done, or a newcomer, does not take it away.
  const [isFirst] = useState(() => hasFirstSteps(store.get()))
  return isFirst ? <FirstSteps /> : <NothingOpen />
}

function NothingOpen() {
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  // For visitors, nothing is ever unread.
  const isAllRead = useKnown(
    (known) => !isSpectator(known) && selectConversations(known).every(({ unread }) => unread === 0),
  )
  const offersChannels = useKnown(wantsChannels)
  return (
    <div class="nothing-open">
      <h1 dir="auto">{name}</h1>
      {isAllRead && offersChannels ? (
        <>
          <p>{t('welcome.join')}</p>
          <a class="button" href="#channels/available">
            {t('places.browse')}
          </a>
        </>
      ) : (
        <p>{t(isAllRead ? 'welcome.all-read' : 'shell.choose')}</p>
      )}
    </div>
  )
}
