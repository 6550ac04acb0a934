import { whyTold } from '@tagma/rules/notifications/why-told.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { WhyTold } from '#parts/why-told/why-told.tsx'
import { quietEnd } from '#state/quiet.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { notificationState } from '#wire/screen-notifications.ts'
import { t } from '#words/words.ts'

interface WhyToldDialogProps {
  readonly message: Message
  readonly reader: Reader
  readonly onClose: () => void
}

/** Says why a message told its reader, or did not. */
export function WhyToldDialog({ message, reader, onClose }: WhyToldDialogProps) {
  const state = useKnown((known) => known.state)
  if (!state) return null
  return (
    <Dialog title={t('message.why-told')} onClose={onClose}>
      <WhyTold
        explained={whyTold(state, message, message.flags)}
        channelId={message.stream_id}
        author={reader.nameOf(message.sender_id) ?? t('message.unknown-person')}
        onLeave={onClose}
      />
      <Circumstances reader={reader} />
    </Dialog>
  )
}

/** Names whatever else keeps notifications away now, and in this browser. */
function Circumstances({ reader }: Pick<WhyToldDialogProps, 'reader'>) {
  const { clock } = useApp()
  const ringsHere = useKnown(({ state }) => state?.user_settings?.enable_online_push_notifications === true)
  const quietUntil = useKnown(({ device }) => quietEnd(device, clock.now()))
  const permission = notificationState()
  return (
    <div class="why-told-note">
      <p>{t('told.as-now')}</p>
      <p>{t(ringsHere ? 'told.here-phone' : 'told.here')}</p>
      {quietUntil !== undefined && <p>{t('told.quiet', { time: reader.times.exact(quietUntil / 1000) })}</p>}
      {permission !== 'granted' && <p>{t('told.browser')}</p>}
    </div>
  )
}
