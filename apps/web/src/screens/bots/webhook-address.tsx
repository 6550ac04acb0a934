import { useEffect, useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { EventsChoice } from './events-choice.tsx'
import { MarkdownText } from './markdown-text.tsx'
import { sendTest, type TestAnswer } from './send-test.ts'
import { ChannelChoice, type Service, ServiceChoice, useServices } from './webhook-fields.tsx'
import { type WebhookChoices, webhookUrl } from './webhook-url.ts'

interface WebhookAddressProps {
  readonly apiKey: string
  /** The service that the bot is meant for; empty if none was chosen. */
  readonly service: string
  /** Whether the bot keeps the secret by which the service signs. */
  readonly isSigned: boolean
  /** Keeps the chosen service with the bot. */
  readonly onService: (service: string) => void
  /** Called after something was sent to the address. */
  readonly onSent: () => void
}

/** Makes the address that a service calls, and sends an example to it. */
export function WebhookAddress({ apiKey, service, isSigned, onService, onSent }: WebhookAddressProps) {
  const canSave = useCanSave()
  const services = useServices()
  const [channelId, setChannel] = useState<number>()
  const [topic, setTopic] = useState('')
  const [events, setEvents] = useState<readonly string[]>()
  const [options, setOptions] = useState<WebhookChoices['options']>({})
  const chosen = services.find(({ name }) => name === service)
  return (
    <section class="setting-group bot-form">
      <h2>{t('bots.webhook')}</h2>
      <p class="setting-note">{t('bots.webhook-about')}</p>
      <ServiceChoice
        value={service}
        isDisabled={!canSave}
        onChange={(next) => {
          setEvents(undefined)
          setOptions({})
          onService(next)
        }}
      />
      <ChannelChoice
        label={t('bots.channel')}
        nothing={t('bots.channel-default')}
        value={channelId}
        onChange={setChannel}
      />
      <label class="form-field">
        <span>{t('bots.topic')}</span>
        <input
          class="field"
          dir="auto"
          value={topic}
          placeholder={t('bots.topic-own')}
          onInput={({ currentTarget: { value } }) => setTopic(value)}
        />
      </label>
      {chosen && <OwnOptions service={chosen} options={options} onChange={setOptions} />}
      {chosen?.all_event_types && (
        <EventsChoice key={service} all={chosen.all_event_types} value={events} onChange={setEvents} />
      )}
      {chosen && (
        <Ready
          apiKey={apiKey}
          choices={{ service, channelId, topic, events, options }}
          isSigned={isSigned}
          onSent={onSent}
        />
      )}
    </section>
  )
}

interface OwnOptionsProps {
  readonly service: Service
  readonly options: WebhookChoices['options']
  readonly onChange: (options: WebhookChoices['options']) => void
}

/** Fields of the address that only this service has. The secret is kept with the bot instead. */
function OwnOptions({ service: { url_options }, options, onChange }: OwnOptionsProps) {
  return url_options
    .filter(({ key }) => key !== 'webhook_secret')
    .map(({ key, label, input_type }) =>
      input_type === 'bool' ? (
        <label key={key} class="setting">
          <span class="setting-text" lang="en">
            {label}
          </span>
          <input
            type="checkbox"
            role="switch"
            class="switch"
            checked={options[key] === true}
            onChange={({ currentTarget: { checked } }) => onChange({ ...options, [key]: checked })}
          />
        </label>
      ) : (
        <label key={key} class="form-field">
          <span lang="en">{label}</span>
          <input
            class="field"
            dir="auto"
            value={String(options[key] ?? '')}
            onInput={({ currentTarget: { value } }) => onChange({ ...options, [key]: value })}
          />
        </label>
      ),
    )
}

interface ReadyProps {
  readonly apiKey: string
  readonly choices: WebhookChoices
  readonly isSigned: boolean
  readonly onSent: () => void
}

/** The address, ready to be copied and to be tried. */
function Ready({ apiKey, choices, isSigned, onSent }: ReadyProps) {
  const app = useApp()
  const canSave = useCanSave()
  const base = useKnown(({ state }) => state?.realm_url) ?? location.origin
  const address = webhookUrl(base.replace(/\/$/, ''), apiKey, choices)
  const [isBusy, setBusy] = useState(false)
  const [answer, setAnswer] = useState<TestAnswer>()
  // An answer is about the address that was tried.
  useEffect(() => setAnswer(undefined), [address])
  const send = async () => {
    setBusy(true)
    setAnswer(await sendTest(choices.service, address))
    setBusy(false)
    onSent()
  }
  return (
    <>
      <p class="own-key">
        <input class="field" type="text" dir="ltr" readonly value={address} aria-label={t('bots.webhook')} />
        <button
          type="button"
          class="button button-main"
          onClick={() => void copyAndTell(app, address, t('bots.webhook-copied'))}
        >
          {t('settings.key.copy')}
        </button>
        <button type="button" class="button" disabled={isBusy || !canSave} onClick={() => void send()}>
          {t('bots.test')}
        </button>
      </p>
      <p class="setting-note">{t('bots.webhook-secret-note')}</p>
      {isSigned && <p class="setting-note">{t('bots.test-unsigned')}</p>}
      {answer && <TestLine answer={answer} />}
      <Steps service={choices.service} />
    </>
  )
}

/** Steps in the service. */
function Steps({ service }: { readonly service: string }) {
  const [setup, setSetup] = useState('')
  useEffect(() => {
    let isCurrent = true
    void import('@tagma/integrations/samples.ts').then(({ samples }) => {
      if (isCurrent) setSetup(samples[service]?.setup ?? '')
    })
    return () => {
      isCurrent = false
    }
  }, [service])
  if (setup === '') return null
  return (
    <div class="bot-steps">
      <h3>{t('bots.steps')}</h3>
      <p lang="en">
        <MarkdownText text={setup} />
      </p>
    </div>
  )
}

function TestLine({ answer: { isTaken, text } }: { readonly answer: TestAnswer }) {
  return isTaken ? (
    <p class="setting-note" role="status">
      {t('bots.test-taken')}
    </p>
  ) : (
    <p class="form-error" role="alert">
      {t('bots.test-refused', { text })}
    </p>
  )
}
