import type { Playground } from '@tagma/contract/objects/playground.ts'
import * as wire from '@tagma/contract/wire.ts'
import { X } from 'lucide'
import { useEffect, useId, useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { playgroundAddress } from '#parts/messages/playground.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { OwnForm } from '#screens/settings/own-form.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { FormFailure } from './form-failure.tsx'
import { useAttempt } from './use-attempt.ts'

const none: readonly Playground[] = []

/** Sites that open blocks of code. */
export function PlaygroundsPage() {
  const app = useApp()
  const playgrounds = useKnown(({ state }) => state?.realm_playgrounds) ?? none
  const reason = useKnown(({ state }) => state && changeReason(state))
  const canSave = useCanSave()
  const { failure, attempt } = useAttempt()
  const entries = playgrounds
    .toSorted((a, b) => a.pygments_language.localeCompare(b.pygments_language, locale()))
    .map((playground) => ({
      key: String(playground.id),
      name: `${playground.pygments_language} ${playground.name}`,
      row: (
        <>
          <span class="setting-text">
            <span dir="auto">
              {playground.pygments_language}: {playground.name}
            </span>
            <small>{playground.url_template}</small>
          </span>
          {reason === undefined && (
            <IconButton
              icon={X}
              label={t('organization.playgrounds.remove', { name: playground.name })}
              disabled={!canSave}
              onClick={() => void attempt(removePlayground(app, playground))}
            />
          )}
        </>
      ),
    }))
  return (
    <>
      <section class="setting-group">
        <p class="setting-note">{t('organization.playgrounds.about')}</p>
        <FilteredList
          label={t('organization.page.playground-settings')}
          entries={entries}
          empty={t('organization.playgrounds.none')}
        />
        <FormFailure text={failure} />
      </section>
      <KeptForm reason={reason}>
        <AddPlayground />
      </KeptForm>
    </>
  )
}

/** Removes a playground, and offers to bring it back. Rejects with the server's error. */
async function removePlayground(app: App, { id, ...parts }: Playground): Promise<void> {
  await app.client.call(wire.removeCodePlayground, { playground_id: id })
  showToast(app, {
    name: 'playground',
    kind: 'status',
    text: t('organization.playgrounds.removed', { name: parts.name }),
    undo: () => {
      app.client.call(wire.addCodePlayground, parts).catch((error: unknown) => showError(app, error))
    },
  })
}

const empty = { name: '', pygments_language: '', url_template: '' }
const examples = {
  name: 'Python online',
  pygments_language: 'Python',
  url_template: 'https://play.example.com/?code={code}',
}
/** The most characters that the server takes. */
const mostOf = { name: 100, pygments_language: 40, url_template: 2000 }
/** A line of code in the example of an address. */
const exampleCode = 'print(1)'

function AddPlayground() {
  const app = useApp()
  const [texts, setTexts] = useState(empty)
  const languages = useLanguages()
  const list = useId()
  const isWhole = Object.values(texts).every((text) => text.trim() !== '')
  const hasCode = /\{[+#?&/]?code\*?\}/.test(texts.url_template)
  const address = hasCode ? playgroundAddress(texts.url_template, exampleCode) : undefined
  const given = (name: keyof typeof empty) => ({
    label: t(`organization.playgrounds.${name}`),
    most: mostOf[name],
    placeholder: examples[name],
    value: texts[name],
    onText: (text: string) => setTexts({ ...texts, [name]: text }),
  })
  return (
    <OwnForm
      title={t('organization.playgrounds.new')}
      action={t('organization.playgrounds.add')}
      isReady={isWhole && address !== undefined}
      onSend={async () => {
        await app.client.call(wire.addCodePlayground, texts)
        setTexts(empty)
      }}
    >
      <TextField list={list} {...given('pygments_language')} />
      <TextField {...given('name')} />
      <TextField isCode {...given('url_template')} />
      <datalist id={list}>
        {languages.map((language) => (
          <option key={language} value={language} />
        ))}
      </datalist>
      {texts.url_template !== '' && (
        <p class="setting-note" role="status">
          {address === undefined
            ? t(hasCode ? 'organization.playgrounds.no-address' : 'organization.playgrounds.no-code')
            : t('organization.playgrounds.example', { code: exampleCode, address })}
        </p>
      )}
    </OwnForm>
  )
}

/** Returns the names of languages that blocks of code carry. None until they are loaded. */
function useLanguages(): readonly string[] {
  const [languages, setLanguages] = useState<readonly string[]>([])
  useEffect(() => {
    void import('@tagma/markdown/code-languages.json', { with: { type: 'json' } }).then((table) =>
      setLanguages(Object.keys(table.default)),
    )
  }, [])
  return languages
}
