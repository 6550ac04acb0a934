import { channelPages } from '@tagma/contract/address/view.ts'
import type { FunctionComponent } from 'preact'
import { ChannelSign } from '#parts/channel-sign.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { walkTabs } from '#parts/page/walk-by-arrows.ts'
import { addressFor } from '#state/addresses.ts'
import { type Channel, channelById } from '#state/channels.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { ChannelGeneral } from './channel-general.tsx'
import { ChannelPermissions } from './channel-permissions.tsx'
import { changeReason } from './channel-rights.ts'
import { ChannelSubscribers } from './channel-subscribers.tsx'
import { PersonalSettings } from './personal-settings.tsx'

type Page = (typeof channelPages)[number]

export interface ChannelPartProps {
  readonly channel: Channel
}

const contents: Readonly<Record<Page, FunctionComponent<ChannelPartProps>>> = {
  general: ChannelGeneral,
  personal: PersonalSettings,
  permissions: ChannelPermissions,
  subscribers: ChannelSubscribers,
}

/** The pages of a channel: what it is, what it is to oneself, who may do what, and who is in it. */
export function ChannelPage({ channelId, page }: { readonly channelId: number; readonly page: Page }) {
  const channel = useKnown(({ state }) => channelById(state, channelId))
  const back = useKnown(({ state }) => addressFor(state, { kind: 'topics', channelId }))
  const reason = useKnown(({ state }) => state && channel && changeReason(state, channel, 'details'))
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  if (!channel) {
    return (
      <section class="page">
        <PageHead title={t('channel.unknown')} back="#places" />
        <p class="page-inner page-note">{t('list.no-channel')}</p>
      </section>
    )
  }
  const Content = contents[page]
  return (
    <section class="page settings" aria-label={t('channel.settings')}>
      <PageHead title={channel.name} back={back} sign={<ChannelSign channel={channel} />} />
      <PageTabs channelId={channelId} page={page} />
      {/* Who can change no permission has nothing to focus there, and scrolls by keys. */}
      <div class="page-scroll" tabIndex={page === 'permissions' && reason !== undefined ? 0 : -1}>
        <div class="page-inner settings-inner">
          {channel.is_archived && <p class="setting-offline">{t('channel.is-archived')}</p>}
          {!isLive && (
            <p class="setting-offline" role="status">
              {t('settings.offline')}
            </p>
          )}
          {(page === 'general' || page === 'permissions') && reason !== undefined && (
            <p class="setting-note">{reason}</p>
          )}
          <Content key={channelId} channel={channel} />
        </div>
      </div>
    </section>
  )
}

function PageTabs({ channelId, page }: { readonly channelId: number; readonly page: Page }) {
  const state = useKnown((known) => known.state)
  return (
    <nav class="page-tabs" aria-label={t('channel.pages')} onKeyDown={walkTabs}>
      {channelPages.map((each) => (
        <a
          key={each}
          href={addressFor(state, { kind: 'channel', channelId, page: each })}
          aria-current={each === page ? 'page' : undefined}
        >
          {t(`channel.page.${each}`)}
        </a>
      ))}
    </nav>
  )
}
