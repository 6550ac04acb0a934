import { type Explanation, type Way, ways, whyTold } from '@tagma/rules/notifications/why-told.ts'
import type { Message } from '@tagma/sync/messages/message.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import type { Reader } from '#parts/messages/reader.ts'
import { labelOf } from '#screens/settings/setting-label.ts'
import { addressFor } from '#state/addresses.ts'
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

/** Says for each way of notifying whether it tells of a message and why, beside the switch that decides. */
export function WhyToldDialog({ message, reader, onClose }: WhyToldDialogProps) {
  const state = useKnown((known) => known.state)
  if (!state) return null
  const explained = whyTold(state, message, message.flags)
  return (
    <Dialog title={t('message.why-told')} onClose={onClose}>
      <dl class="why-told">
        {ways.map((way) => (
          <WayRow key={way} {...{ way, message, reader, onClose }} explained={explained[way]} />
        ))}
      </dl>
      <Circumstances reader={reader} />
    </Dialog>
  )
}

interface WayRowProps extends WhyToldDialogProps {
  readonly way: Way
  readonly explained: Explanation
}

function WayRow({ way, explained, message, reader, onClose }: WayRowProps) {
  const by = 'by' in explained ? explained.by : undefined
  const address = useKnown(({ state }) => {
    const { stream_id: channelId } = message
    if (!by) return undefined
    return 'setting' in by || channelId === undefined
      ? addressFor(state, { kind: 'settings', page: 'notifications' })
      : addressFor(state, { kind: 'channel', channelId, page: 'personal' })
  })
  return (
    <div>
      <dt>{t(`settings.way.${way}`)}</dt>
      <dd>
        <span dir="auto">{sentence(explained, message, reader)}</span>
        {by && (
          <a href={address} onClick={onClose}>
            {'setting' in by
              ? t('told.change', { setting: t(labelOf(by.setting)) })
              : t('told.change-channel')}
          </a>
        )}
      </dd>
    </div>
  )
}

function sentence(explained: Explanation, { sender_id }: Message, reader: Reader): string {
  if (explained.isTold) return t('told.because', { reason: t(`told.${explained.reason}`) })
  if (explained.why !== 'switched_off')
    return t(`told.${explained.why}`, {
      name: reader.nameOf(sender_id) ?? t('message.unknown-person'),
    })
  const { by, reason } = explained
  if ('setting' in by) return t('told.off', { reason: t(`told.${reason}`), setting: t(labelOf(by.setting)) })
  return t(reason === 'channel' ? 'told.no-channel' : 'told.no-wildcards')
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
