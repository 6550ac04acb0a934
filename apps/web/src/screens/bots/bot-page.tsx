import { botTypes } from '@tagma/contract/bot-types.ts'
import type { Bot } from '@tagma/contract/objects/bot.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { PageHead } from '#parts/page/page-head.tsx'
import { FetchNote } from '#screens/settings/fetch-note.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useFetched } from '#screens/settings/use-fetched.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { BotCommands } from './bot-commands.tsx'
import { BotEnd } from './bot-end.tsx'
import { BotFeeds } from './bot-feeds.tsx'
import { BotGeneral } from './bot-general.tsx'
import { BotKey } from './bot-key.tsx'
import { changeReason } from './bot-kinds.ts'
import { BotTemplates } from './bot-templates.tsx'
import { FailedCalls } from './failed-calls.tsx'
import { OutgoingService } from './outgoing-service.tsx'
import { ReceivedRequests } from './received-requests.tsx'
import { WebhookAddress } from './webhook-address.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

/** All that one sets up for a bot. */
export function BotPage({ botId }: { readonly botId: number }) {
  const state = useKnown((known) => known.state)
  const canSave = useCanSave()
  const bot = peopleOf(state).get(botId)
  const isBot = bot?.is_bot === true && !state?.cross_realm_bots?.some(({ user_id }) => user_id === botId)
  const back = bot?.bot_owner_id === state?.user_id ? '#settings/your-bots' : '#organization/bots'
  return (
    <section class="page settings" aria-label={t('organization.page.bots')}>
      <PageHead title={isBot ? bot.full_name : t('organization.page.bots')} back={back} />
      <div class="page-scroll" tabIndex={0}>
        <div class="page-inner settings-inner">
          <p>
            <a href={back}>
              {t(back.startsWith('#s') ? 'settings.page.your-bots' : 'organization.page.bots')}
            </a>
          </p>
          {!canSave && (
            <p class="setting-offline" role="status">
              {t('settings.offline')}
            </p>
          )}
          {isBot ? <Opened bot={bot} /> : <p class="setting-note">{t('bots.unknown')}</p>}
        </div>
      </div>
    </section>
  )
}

function Opened({ bot }: { readonly bot: Person }) {
  const state = useKnown((known) => known.state)
  const canSave = useCanSave()
  const config = state?.realm_bots?.find(({ user_id }) => user_id === bot.user_id)
  const reason = state && changeReason(state, bot)
  const given = { bot, config, isDisabled: reason !== undefined || !canSave }
  const isOpen = reason === undefined && bot.is_active
  return (
    <>
      {reason !== undefined && <p class="setting-note">{reason}</p>}
      {!bot.is_active && <p class="setting-note">{t('bots.is-deactivated')}</p>}
      <BotGeneral {...given} />
      {isOpen && config && <Uses bot={bot} config={config} />}
      {reason === undefined && <BotEnd {...given} />}
    </>
  )
}

interface UsesProps {
  readonly bot: Person
  readonly config: Bot
}

/** Purpose of a bot, by its kind. */
function Uses({ bot, config }: UsesProps) {
  const canSave = useCanSave()
  const { user_id: botId, bot_type } = bot
  if (bot_type === botTypes.incomingWebhook) return <Incoming bot={bot} config={config} />
  return (
    <>
      {bot_type === botTypes.outgoingWebhook && (
        <>
          <OutgoingService config={config} isDisabled={!canSave} />
          <FailedCalls botId={botId} />
        </>
      )}
      <KeyOnDemand bot={bot} />
      {(bot_type === botTypes.generic || bot_type === botTypes.outgoingWebhook) && (
        <BotCommands botId={botId} />
      )}
      {bot_type === botTypes.generic && <BotFeeds botId={botId} />}
    </>
  )
}

function KeyOnDemand({ bot }: { readonly bot: Person }) {
  const [key, setKey] = useState<string>()
  return <BotKey bot={bot} apiKey={key} onKey={setKey} />
}

/** An incoming webhook: its address, the secret, what came, and the templates. */
function Incoming({ bot, config }: UsesProps) {
  const app = useApp()
  const { user_id: bot_id } = bot
  const [renewed, setRenewed] = useState<string>()
  const key = useFetched(async () => (await app.client.call(wire.getBotApiKey, { bot_id })).api_key)
  const received = useFetched(async () => (await app.client.call(wire.getBotPayloads, { bot_id })).payloads)
  const kept = config.services.find((one) => 'service_name' in one)
  const apiKey = renewed ?? key.value
  return (
    <>
      <FetchNote fetched={key} />
      {apiKey !== undefined && (
        <WebhookAddress
          apiKey={apiKey}
          service={kept?.service_name ?? ''}
          isSigned={kept?.config_data.webhook_secret !== undefined}
          onService={(service_name) => {
            app.client
              .call(wire.updateBot, { bot_id, service_name })
              .catch((error: unknown) => showError(app, error))
          }}
          onSent={received.reload}
        />
      )}
      <ReceivedRequests fetched={received} />
      <WebhookSecret botId={bot_id} isKept={kept?.config_data.webhook_secret !== undefined} />
      <BotKey bot={bot} apiKey={apiKey} onKey={setRenewed} />
      {(kept?.service_name === 'json' || kept === undefined || kept.service_name === '') && (
        <BotTemplates botId={bot_id} requests={received.value ?? []} />
      )}
      <BotFeeds botId={bot_id} />
    </>
  )
}
