import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import type { Person } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'

interface BotKeyProps {
  readonly bot: Person
  /** Undefined until it is asked for. */
  readonly apiKey: string | undefined
  readonly onKey: (key: string) => void
}

/** The key with which a program acts as a bot: shown, saved as a file for programs, replaced. */
export function BotKey({ bot, apiKey, onKey }: BotKeyProps) {
  const app = useApp()
  const canSave = useCanSave()
  const isOwn = useKnown(({ state }) => state?.user_id === bot.bot_owner_id)
  const { user_id: bot_id } = bot
  const [isAsking, setAsking] = useState(false)
  const show = async () => {
    try {
      onKey((await app.client.call(wire.getBotApiKey, { bot_id })).api_key)
    } catch (error) {
      showError(app, error)
    }
  }
  const replace = async () => {
    setAsking(false)
    try {
      onKey((await app.client.call(wire.regenerateBotApiKey, { bot_id })).api_key)
      showToast(app, { name: 'key', kind: 'status', text: t('settings.key.replaced') })
    } catch (error) {
      showError(app, error)
    }
  }
  return (
    <section class="setting-group">
      <h2>{t('bots.key')}</h2>
      <p class="setting-note">{t('bots.key-about')}</p>
      {isOwn && (
        <p>
          <a class="button-link" href="#settings/access-tokens">
            {t('settings.key.instead')}
          </a>
        </p>
      )}
      {apiKey === undefined ? (
        <p>
          <button type="button" class="button" disabled={!canSave} onClick={() => void show()}>
            {t('settings.key.show')}
          </button>
        </p>
      ) : (
        <>
          <p class="own-key">
            <input class="field" type="text" dir="ltr" readonly value={apiKey} aria-label={t('bots.key')} />
            <button
              type="button"
              class="button"
              onClick={() => void copyAndTell(app, apiKey, t('settings.key.copied'))}
            >
              {t('settings.key.copy')}
            </button>
            <KeyFile bot={bot} apiKey={apiKey} />
            <button type="button" class="button" disabled={!canSave} onClick={() => setAsking(true)}>
              {t('settings.key.replace')}
            </button>
          </p>
          {isAsking && (
            <Question
              title={t('bots.key-question', { name: bot.full_name })}
              text={t('bots.key-question-text')}
              action={t('settings.key.replace')}
              dangerous
              onClose={() => setAsking(false)}
              onConfirm={() => void replace()}
            />
          )}
        </>
      )}
    </section>
  )
}

/** Saves the file that programs for Zulip read: `zuliprc`. */
function KeyFile({ bot: { email }, apiKey }: { readonly bot: Person; readonly apiKey: string }) {
  const site = useKnown(({ state }) => state?.realm_url) ?? location.origin
  const text = `[api]\nemail=${email}\nkey=${apiKey}\nsite=${site}\n`
  return (
    <a class="button" download="zuliprc" href={`data:application/octet-stream,${encodeURIComponent(text)}`}>
      {t('bots.key-file')}
    </a>
  )
}
