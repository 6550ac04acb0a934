import { useState } from 'preact/hooks'
import { copyAndTell } from '#actions/copy-text.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { type ChatSource, chatSources, importCommands } from './import-commands.ts'

/** Offers to bring a team along from another chat: the commands for it, and the page of the guide. */
export function BringAlong() {
  const app = useApp()
  const [source, setSource] = useState<ChatSource>('slack')
  const email = useKnown(
    ({ state }) => state?.realm_users?.find(({ user_id }) => user_id === state.user_id)?.delivery_email,
  )
  const name = useKnown(({ state }) => state?.realm_name ?? '')
  const { guide, lines } = importCommands(source, { email: email ?? '', name })
  return (
    <details class="example">
      <summary>{t('welcome.along')}</summary>
      <p class="step-text">{t('welcome.along-text')}</p>
      <label class="form-field along-source">
        <span>{t('welcome.along-from')}</span>
        <select
          class="field"
          value={source}
          onChange={({ currentTarget }) => setSource(currentTarget.value as ChatSource)}
        >
          {chatSources.map((each) => (
            <option key={each} value={each}>
              {t(`welcome.along.${each}`)}
            </option>
          ))}
        </select>
      </label>
      <ol class="along-steps">
        <li>
          <a href={`/help/${guide}`} target="_blank" rel="noopener">
            {t('welcome.along-guide', { source: t(`welcome.along.${source}`) })}
          </a>
        </li>
        {lines.map((line, at) => (
          <li key={at}>
            <span>{t(at === 0 ? 'welcome.along-look' : 'welcome.along-import')}</span>
            <pre>
              <code>
                {/* Browsers part words at dashes, and options begin with two. */}
                {line.split(' ').map((word, place) => (
                  <span key={place}>{`${word} `}</span>
                ))}
              </code>
            </pre>
            <button
              type="button"
              class="button"
              aria-label={t(at === 0 ? 'welcome.along-copy-look' : 'welcome.along-copy-import')}
              onClick={() => void copyAndTell(app, line, t('welcome.along-copied'))}
            >
              {t('welcome.along-copy')}
            </button>
          </li>
        ))}
      </ol>
      <p class="step-text">{t('welcome.along-after')}</p>
    </details>
  )
}
