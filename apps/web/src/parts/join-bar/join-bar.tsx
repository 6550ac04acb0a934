import { joinChannel } from '#actions/set-subscription.ts'
import { channelById } from '#state/channels.ts'
import { mayReturn } from '#state/may-return.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

/** Says that one reads a channel without being in it, and offers to join it. */
export function JoinBar({ channelId }: { readonly channelId: number }) {
  const app = useApp()
  const channel = useKnown(({ state }) => channelById(state, channelId))
  const mayJoin = useKnown(({ state }) => channel !== undefined && mayReturn(state, channel))
  if (!channel) return null
  return (
    <div class="join-bar" role="group" aria-label={t('channels.outside')}>
      <p>
        <strong>{t('channels.outside')}</strong> {t(mayJoin ? 'channels.outside-about' : 'channels.ask')}
      </p>
      {mayJoin && (
        <button
          type="button"
          class="button button-main"
          aria-label={t('channels.join-named', { name: channel.name })}
          onClick={({ currentTarget }) => {
            const column = currentTarget.closest('.list, .main')
            void joinChannel(app, channel)
            // The button goes. Keys go on with what one reads.
            column
              ?.querySelector<HTMLElement>('article[tabindex="0"], .row[tabindex="0"]')
              ?.focus({ preventScroll: true })
          }}
        >
          {t('channels.join')}
        </button>
      )}
    </div>
  )
}
