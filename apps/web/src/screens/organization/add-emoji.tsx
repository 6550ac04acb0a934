import { limits } from '@tagma/contract/limits.ts'
import * as wire from '@tagma/contract/wire.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import { X } from 'lucide'
import { useEffect, useState } from 'preact/hooks'
import { errorText } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { emojiNameFrom, emojiNameOfFile, emojiNameProblem } from './emoji-name.ts'
import { PictureButton } from './picture-button.tsx'

/** A picture that is about to become an emoji. */
interface Chosen {
  readonly key: string
  readonly file: File
  /** The address of its preview. */
  readonly url: string
  readonly typed: string
  /** Why the server refused it. */
  readonly failure?: string | undefined
}

const mostBytes = limits.maxCustomEmojiFileSizeMib * 1024 * 1024

/** Chooses pictures, names them by their files, and adds them. Pictures that are refused stay, with the reason. */
export function AddEmoji() {
  const app = useApp()
  const canSave = useCanSave()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const [isBusy, setBusy] = useState(false)
  const isKept = useIsKept()
  const problemOf = useProblems(chosen)
  const choose = (files: Iterable<File>) => {
    const more = [...files].map((file) => ({
      key: crypto.randomUUID(),
      file,
      url: URL.createObjectURL(file),
      typed: emojiNameOfFile(file.name),
    }))
    setChosen((all) => [...all, ...more])
  }
  const remove = ({ key, url }: Chosen) => {
    URL.revokeObjectURL(url)
    setChosen((all) => all.filter((other) => other.key !== key))
  }
  const change = (key: string, part: Partial<Chosen>) =>
    setChosen((all) => all.map((each) => (each.key === key ? { ...each, ...part } : each)))
  const add = async () => {
    setBusy(true)
    for (const each of chosen) {
      const failure = await addEmoji(app, each)
      if (failure === undefined) remove(each)
      else change(each.key, { failure })
    }
    setBusy(false)
  }
  const isReady = chosen.every((each) => problemOf(each)?.isFinal !== true)
  return (
    <form
      class="setting-group organization-files"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (!isKept) choose(event.dataTransfer?.files ?? [])
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !isBusy && !isKept && canSave) void add()
      }}
    >
      <p class="setting-note">{t('organization.emoji.files', { most: limits.maxCustomEmojiFileSizeMib })}</p>
      <ul class="setting-list" aria-label={t('organization.emoji.chosen')}>
        {chosen.map((each) => (
          <ChosenRow
            key={each.key}
            chosen={each}
            problem={problemOf(each)}
            onType={(typed) => change(each.key, { typed, failure: undefined })}
            onRemove={() => remove(each)}
          />
        ))}
      </ul>
      <EmojiFoot count={chosen.length} isReady={isReady && !isBusy} onChoose={choose} />
    </form>
  )
}

interface EmojiFootProps {
  /** The pictures that are chosen. */
  readonly count: number
  readonly isReady: boolean
  readonly onChoose: (files: readonly File[]) => void
}

/** The buttons that choose pictures and add them. */
function EmojiFoot({ count, isReady, onChoose }: EmojiFootProps) {
  const canSave = useCanSave()
  const isKept = useIsKept()
  return (
    <p class="own-form-foot">
      <PictureButton
        action={t('organization.emoji.choose')}
        isDisabled={isKept}
        multiple
        onFiles={onChoose}
      />
      {count > 0 && (
        <button type="submit" class="button button-main" disabled={!isReady || isKept || !canSave}>
          {t('organization.emoji.add', { count })}
        </button>
      )}
    </p>
  )
}

/** Adds an emoji. Resolves with why it was refused, or undefined. */
async function addEmoji(app: App, { file, typed }: Chosen): Promise<string | undefined> {
  const emoji_name = emojiNameFrom(typed)
  try {
    const bytes = new Uint8Array(await file.arrayBuffer())
    const outgoing = { filename: file.name, contentType: file.type, bytes }
    await app.client.call(wire.uploadCustomEmoji, { emoji_name, file: [outgoing] })
  } catch (error) {
    return errorText(error)
  }
  showToast(app, {
    name: 'emoji',
    kind: 'status',
    text: t('organization.emoji.added', { name: emoji_name }),
  })
  return undefined
}

interface Problem {
  readonly text: string
  /** Whether the emoji cannot be added. Otherwise, it is a warning. */
  readonly isFinal: boolean
}

/** Returns a function that finds what is wrong with a picture or its name. */
function useProblems(chosen: readonly Chosen[]): (one: Chosen) => Problem | undefined {
  const own = useKnown(({ state }) => state?.realm_emoji)
  const mayReplace = useKnown(
    ({ state }) => state !== undefined && isAdministrator(personOf(state, state.user_id ?? -1)),
  )
  const [builtIn, setBuiltIn] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    void import('@tagma/markdown/emoji-names.ts').then(({ codeToNames, extraEmoji }) =>
      setBuiltIn(new Set([extraEmoji.name, ...Object.values(codeToNames()).flat()])),
    )
  }, [])
  const taken = new Set(Object.values(own ?? {}).flatMap((each) => (each.deactivated ? [] : [each.name])))
  return ({ key, file, typed, failure }) => {
    if (failure !== undefined) return { text: failure, isFinal: false }
    if (file.size > mostBytes) {
      const size = Math.ceil(file.size / 1024 / 1024)
      return {
        text: t('organization.emoji.large', { size, most: limits.maxCustomEmojiFileSizeMib }),
        isFinal: true,
      }
    }
    const name = emojiNameFrom(typed)
    const others = chosen.flatMap((each) => (each.key === key ? [] : [emojiNameFrom(each.typed)]))
    const problem = emojiNameProblem(name, { taken, builtIn, others })
    if (problem === undefined) return undefined
    if (problem === 'built-in' && mayReplace)
      return { text: t('organization.emoji.name-hides', { name }), isFinal: false }
    return { text: t(`organization.emoji.name-${problem}`, { name }), isFinal: true }
  }
}

interface ChosenRowProps {
  readonly chosen: Chosen
  readonly problem: Problem | undefined
  readonly onType: (typed: string) => void
  readonly onRemove: () => void
}

function ChosenRow({ chosen: { file, url, typed, failure }, problem, onType, onRemove }: ChosenRowProps) {
  const isWrong = failure !== undefined || problem?.isFinal === true
  return (
    <li>
      <img class="organization-picture" src={url} alt="" />
      <label class="form-field">
        <span class="hidden-visually">{t('organization.emoji.name-of', { file: file.name })}</span>
        <input
          class="field"
          dir="ltr"
          value={typed}
          readOnly={useIsKept()}
          aria-invalid={isWrong}
          autocapitalize="none"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => onType(value)}
        />
        {problem && (
          <small class={isWrong ? 'form-error' : 'setting-note'} role={isWrong ? 'alert' : 'status'}>
            {problem.text}
          </small>
        )}
      </label>
      <IconButton
        icon={X}
        label={t('organization.emoji.leave-out', { file: file.name })}
        onClick={onRemove}
      />
    </li>
  )
}
