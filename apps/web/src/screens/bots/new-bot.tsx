import { botTypes } from '@tagma/contract/bot-types.ts'
import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { KeptControls } from '#parts/kept-form/kept-controls.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
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
      <KeptControls>
        <KindChoice kinds={kinds} value={kind} onChange={setKind} />
      </KeptControls>
      <TextField
        label={t('bots.name')}
        isRequired
        takesFocus
        most={limits.maxFullNameLength}
        value={name}
        onText={setName}
      />
      <TextField
        label={t('bots.address')}
        isRequired
        isCode
        most={longestShortName}
        value={shortName}
        onText={setTypedShort}
      >
        <small class="setting-note">{`${shortName}-bot@${domain}`}</small>
      </TextField>
      {kind === botTypes.incomingWebhook && (
        <KeptControls>
          <ServiceChoice value={service} onChange={setService} />
        </KeptControls>
      )}
      {kind === botTypes.outgoingWebhook && (
        <>
          <TextField
            label={t('bots.url')}
            type="url"
            isRequired
            most={2000}
            placeholder="https://"
            value={url}
            onText={setUrl}
          />
          <KeptControls>
            <HookFormat value={format} onChange={setFormat} />
          </KeptControls>
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
