import { botTypes } from '@tagma/contract/bot-types.ts'
import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { addressFor } from '#state/addresses.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { type BotKind, botKinds } from './bot-kinds.ts'
import { HookFormat } from './outgoing-service.tsx'
import { longestShortName, shortNameFor } from './short-name.ts'
import { ServiceChoice } from './webhook-fields.tsx'

interface NewBotProps {
  /** The kinds that one may make. */
  readonly kinds: readonly BotKind[]
  readonly onClose: () => void
}

/** Makes a bot, and opens its page. */
export function NewBot({ kinds, onClose }: NewBotProps) {
  const app = useApp()
  const domain = useKnown(({ state }) => state?.realm_bot_domain ?? '')
  const [kind, setKind] = useState<BotKind>(kinds[0] ?? botTypes.incomingWebhook)
  const [name, setName] = useState('')
  const [typedShort, setTypedShort] = useState<string>()
  const [service, setService] = useState('')
  const [url, setUrl] = useState('')
  const [format, setFormat] = useState<1 | 2>(1)
  const shortName = typedShort ?? shortNameFor(name)
  const make = async () => {
    const { user_id } = await app.client.call(wire.createBot, {
      full_name: name.trim(),
      short_name: shortName,
      bot_type: kind,
      ...(kind === botTypes.outgoingWebhook ? { payload_url: url.trim(), interface_type: format } : {}),
      ...(kind === botTypes.incomingWebhook && service !== '' ? { service_name: service } : {}),
    })
    onClose()
    app.go(addressFor(app.store.get().state, { kind: 'bot', botId: user_id }))
  }
  const isReady =
    name.trim() !== '' && shortName !== '' && (kind !== botTypes.outgoingWebhook || url.trim() !== '')
  return (
    <OwnForm title={t('bots.new')} action={t('bots.make')} isReady={isReady} onSend={make} onCancel={onClose}>
      <KindChoice kinds={kinds} value={kind} onChange={setKind} />
      <label class="form-field">
        <span>{t('bots.name')}</span>
        <input
          class="field"
          dir="auto"
          required
          autofocus
          maxLength={limits.maxFullNameLength}
          value={name}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
      <label class="form-field">
        <span>{t('bots.address')}</span>
        <input
          class="field"
          dir="ltr"
          required
          autocapitalize="none"
          spellcheck={false}
          maxLength={longestShortName}
          value={shortName}
          onInput={({ currentTarget: { value } }) => setTypedShort(value)}
        />
        <small class="setting-note">{`${shortName}-bot@${domain}`}</small>
      </label>
      {kind === botTypes.incomingWebhook && <ServiceChoice value={service} onChange={setService} />}
      {kind === botTypes.outgoingWebhook && (
        <>
          <AddressField value={url} onChange={setUrl} />
          <HookFormat value={format} onChange={setFormat} />
        </>
      )}
    </OwnForm>
  )
}

interface KindChoiceProps {
  readonly kinds: readonly BotKind[]
  readonly value: BotKind
  readonly onChange: (kind: BotKind) => void
}

function KindChoice({ kinds, value, onChange }: KindChoiceProps) {
  return (
    <fieldset class="bot-kinds">
      <legend>{t('bots.kind')}</legend>
      {botKinds
        .filter(({ type }) => kinds.includes(type))
        .map(({ type, name, about }) => (
          <label key={type}>
            <input type="radio" name="bot-kind" checked={value === type} onChange={() => onChange(type)} />
            <span>
              {t(name)}
              <small>{t(about)}</small>
            </span>
          </label>
        ))}
    </fieldset>
  )
}

interface AddressFieldProps {
  readonly value: string
  readonly onChange: (address: string) => void
}

function AddressField({ value, onChange }: AddressFieldProps) {
  return (
    <label class="form-field">
      <span>{t('bots.url')}</span>
      <input
        class="field"
        type="url"
        dir="ltr"
        required
        placeholder="https://"
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  )
}
