import { type Explanation, type Way, ways } from '@tagma/rules/notifications/why-told.ts'
import { addressFor } from '#state/addresses.ts'
import { useKnown } from '#state/use-known.ts'
import { settingLabel } from '#words/setting-label.ts'
import { t } from '#words/words.ts'

interface WhyToldProps {
  readonly explained: Readonly<Record<Way, Explanation>>
  /** The channel of the message; undefined for direct messages. */
  readonly channelId: number | undefined
  /** The name of its author. */
  readonly author: string
  /** Called when a link to a switch is followed. */
  readonly onLeave?: () => void
}

/** Says for each way of notifying whether it tells of a message and why, beside the switch that decides. */
export function WhyTold({ explained, ...message }: WhyToldProps) {
  return (
    <dl class="why-told">
      {ways.map((way) => (
        <WayRow key={way} {...message} {...{ way }} explained={explained[way]} />
      ))}
    </dl>
  )
}

interface WayRowProps extends Omit<WhyToldProps, 'explained'> {
  readonly way: Way
  readonly explained: Explanation
}

function WayRow({ way, explained, channelId, author, onLeave }: WayRowProps) {
  const by = 'by' in explained ? explained.by : undefined
  const address = useKnown(({ state }) => {
    if (!by) return undefined
    return 'setting' in by || channelId === undefined
      ? addressFor(state, { kind: 'settings', page: 'notifications' })
      : addressFor(state, { kind: 'channel', channelId, page: 'personal' })
  })
  return (
    <div>
      <dt>{t(`settings.way.${way}`)}</dt>
      <dd>
        <span dir="auto">{sentence(explained, author)}</span>
        {by && (
          <a href={address} onClick={onLeave}>
            {'setting' in by
              ? t('told.change', { setting: t(settingLabel(by.setting)) })
              : t('told.change-channel')}
          </a>
        )}
      </dd>
    </div>
  )
}

function sentence(explained: Explanation, author: string): string {
  if (explained.isTold) return t('told.because', { reason: t(`told.${explained.reason}`) })
  if (explained.why !== 'switched_off') return t(`told.${explained.why}`, { name: author })
  const { by, reason } = explained
  if ('setting' in by)
    return t('told.off', { reason: t(`told.${reason}`), setting: t(settingLabel(by.setting)) })
  return t(reason === 'channel' ? 'told.no-channel' : 'told.no-wildcards')
}
