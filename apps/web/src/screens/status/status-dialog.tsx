import { SmilePlus, X } from 'lucide'
import { useEffect, useId, useState } from 'preact/hooks'
import { setStatus } from '#actions/set-status.ts'
import { errorText } from '#actions/show-error.ts'
import { loadEmoji } from '#parts/completion/emoji-source.ts'
import type { Emoji } from '#parts/completion/emoji.ts'
import { Dialog } from '#parts/dialog/dialog.tsx'
import { openEmojiPicker } from '#parts/emoji-picker/open-emoji-picker.tsx'
import { IconButton } from '#parts/icon-button.tsx'
import { Icon } from '#parts/icon.tsx'
import { characterOf } from '#state/emoji-character.ts'
import { emojiPicture } from '#state/emoji-picture.ts'
import { isSameStatus, noStatus, type OwnStatus, ownStatus, type StatusEmojiOf } from '#state/own-status.ts'
import { endOfStatus, type StatusEnd, statusEnds } from '#state/status-end.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t, type WordId } from '#words/words.ts'
import { statusPresets } from './status-presets.ts'

/** The most characters of a text. */
const mostCharacters = 60

/** Sets what one does at the moment: an emoji, a text, and when it is over. */
export function StatusDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp()
  const isLive = useKnown(({ connection }) => connection.state === 'live')
  const state = useKnown((known) => known.state)
  const before = ownStatus({ state })
  const [status, setDraft] = useState<OwnStatus>(before)
  const [end, setEnd] = useState<StatusEnd>('never')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const count = [...status.text.trim()].length
  const isTooLong = count > mostCharacters
  const save = async (next: OwnStatus, until: number | undefined) => {
    if (isBusy) return
    setBusy(true)
    setFailure(undefined)
    try {
      await setStatus(app, { ...next, text: next.text.trim() }, until)
      onClose()
    } catch (error) {
      setFailure(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('status.title')}
      onClose={onClose}
      onSubmit={() => {
        if (!isTooLong) void save(status, endOfStatus(end, app.clock.now()))
      }}
      foot={
        <>
          {!isSameStatus(before, noStatus) && (
            <button
              type="button"
              class="button status-clear"
              disabled={isBusy}
              onClick={() => void save(noStatus, undefined)}
            >
              {t('status.clear')}
            </button>
          )}
          <button type="button" class="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" class="button button-main" disabled={isBusy || isTooLong}>
            {t('status.save')}
          </button>
        </>
      }
    >
      <StatusFields status={status} onStatus={setDraft} />
      {isTooLong && (
        <p class="form-error" role="alert">
          {t('status.too-long', { most: mostCharacters, count })}
        </p>
      )}
      <Presets onChoose={setDraft} />
      <EndField end={end} onEnd={setEnd} />
      {!isLive && <p class="setting-note">{t('status.offline')}</p>}
      {failure !== undefined && (
        <p class="form-error" role="alert">
          {failure}
        </p>
      )}
    </Dialog>
  )
}

interface StatusFieldsProps {
  readonly status: OwnStatus
  readonly onStatus: (status: OwnStatus) => void
}

function StatusFields({ status, onStatus }: StatusFieldsProps) {
  const app = useApp()
  const { text, emoji } = status
  return (
    <div class="status-fields">
      <button
        type="button"
        class="button status-emoji-button"
        aria-haspopup="dialog"
        aria-label={
          emoji ? t('status.emoji-is', { name: emoji.name.replaceAll('_', ' ') }) : t('status.emoji')
        }
        onClick={({ currentTarget }) =>
          void openEmojiPicker(app, currentTarget, (chosen) => onStatus({ ...status, emoji: chosen }))
        }
      >
        {emoji ? <EmojiSign emoji={emoji} /> : <Icon of={SmilePlus} size={1.25} />}
      </button>
      <input
        class="field"
        type="text"
        dir="auto"
        autofocus
        autocomplete="off"
        aria-label={t('status.text')}
        placeholder={t('status.placeholder')}
        value={text}
        onInput={({ currentTarget: { value } }) => onStatus({ ...status, text: value })}
      />
      {(text !== '' || emoji) && (
        <IconButton icon={X} size={1} label={t('status.empty')} onClick={() => onStatus(noStatus)} />
      )}
    </div>
  )
}

/** An emoji as the reader's system draws it, or one of the organization's own. */
function EmojiSign({ emoji: { name, code, type } }: { readonly emoji: StatusEmojiOf }) {
  const url = useKnown(({ state }) =>
    type === 'unicode_emoji' ? undefined : emojiPicture(state?.realm_emoji, code),
  )
  if (url !== undefined) return <img class="status-emoji" src={url} alt="" />
  return <span aria-hidden="true">{characterOf(code) ?? `:${name}:`}</span>
}

/** Offers what people often do. Nothing is sent before *Save*. */
function Presets({ onChoose }: { readonly onChoose: (status: OwnStatus) => void }) {
  const own = useKnown(({ state }) => state?.realm_emoji)
  const [all, setAll] = useState<readonly Emoji[]>([])
  // Without an answer, the texts alone are offered.
  const load = () => loadEmoji(own).catch(() => [])
  useEffect(() => void load().then(setAll), [own])
  const named = (emoji: readonly Emoji[], name: string) => emoji.find(({ names }) => names.includes(name))
  const choose = async (name: string, text: string) => onChoose({ text, emoji: named(await load(), name) })
  return (
    <ul class="status-presets" aria-label={t('status.presets')}>
      {statusPresets.map(({ emoji: name, text }) => {
        const emoji = named(all, name)
        return (
          <li key={name}>
            <button type="button" class="button" onClick={() => void choose(name, t(text))}>
              {emoji && <EmojiSign emoji={emoji} />}
              {t(text)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const endNames: Readonly<Record<StatusEnd, WordId>> = {
  never: 'status.end-never',
  'half an hour': 'status.end-half-hour',
  'an hour': 'status.end-hour',
  'four hours': 'status.end-four-hours',
  today: 'status.end-today',
  'this week': 'status.end-week',
}

function EndField({ end, onEnd }: { readonly end: StatusEnd; readonly onEnd: (end: StatusEnd) => void }) {
  const id = useId()
  return (
    <div class="form-field">
      <label for={id}>{t('status.end')}</label>
      <select
        id={id}
        class="field"
        aria-describedby={`${id}-about`}
        value={end}
        onChange={({ currentTarget: { value } }) => onEnd(value as StatusEnd)}
      >
        {statusEnds.map((each) => (
          <option key={each} value={each}>
            {t(endNames[each])}
          </option>
        ))}
      </select>
      <small id={`${id}-about`}>{end === 'never' ? '' : t('status.end-about')}</small>
    </div>
  )
}
