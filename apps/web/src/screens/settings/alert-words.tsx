import { limits } from '@tagma/contract/limits.ts'
import { X } from 'lucide'
import { useState } from 'preact/hooks'
import { changeAlertWord } from '#actions/change-alert-words.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { FilteredList } from './filtered-list.tsx'
import { useCanSave } from './setting-control.tsx'

/** Words that mark messages and tell of them. */
export function AlertWords() {
  const app = useApp()
  const canSave = useCanSave()
  const words = useKnown(({ state }) => state?.alert_words)
  const [text, setText] = useState('')
  const word = text.trim()
  const isKnown = words?.some((other) => other.toLowerCase() === word.toLowerCase()) === true
  const entries = (words ?? [])
    .toSorted((a, b) => a.localeCompare(b, locale()))
    .map((name) => ({
      key: name,
      name,
      row: (
        <>
          <span class="setting-text" dir="auto">
            {name}
          </span>
          <IconButton
            icon={X}
            label={t('settings.words.remove', { word: name })}
            disabled={!canSave}
            onClick={() => void changeAlertWord(app, name, false)}
          />
        </>
      ),
    }))
  return (
    <section class="setting-group">
      <p class="setting-note">{t('settings.words.note')}</p>
      <form
        class="setting-add"
        onSubmit={(event) => {
          event.preventDefault()
          if (word === '' || isKnown) return
          setText('')
          void changeAlertWord(app, word, true)
        }}
      >
        <input
          class="field"
          type="text"
          dir="auto"
          maxlength={limits.maxAlertWordLength}
          aria-label={t('settings.words.new')}
          placeholder={t('settings.words.new')}
          value={text}
          onInput={({ currentTarget: { value } }) => setText(value)}
        />
        <button type="submit" class="button" disabled={word === '' || isKnown || !canSave}>
          {t('settings.words.add')}
        </button>
      </form>
      {isKnown && (
        <p class="setting-note" role="status">
          {t('settings.words.known', { word })}
        </p>
      )}
      <FilteredList
        label={t('settings.page.alert-words')}
        entries={entries}
        empty={t('settings.words.none')}
      />
    </section>
  )
}
