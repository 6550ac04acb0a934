import { isAdministrator } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import { useRef, useState } from 'preact/hooks'
import { removePicture, uploadPicture } from '#actions/change-profile.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { useSaving } from '#parts/saved-field/saved-field.tsx'
import type { Person } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { useCanSave } from './setting-control.tsx'

const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp,image/avif,image/tiff'
const bytesPerMib = 1024 * 1024

/** One's picture: taken from a file, or removed. */
export function OwnPicture({ self }: { readonly self: Person }) {
  const app = useApp()
  const canSave = useCanSave()
  const most = useKnown(({ state }) => state?.max_avatar_file_size_mib ?? 0)
  const isLocked = useKnown(
    ({ state }) =>
      state !== undefined &&
      (state.server_avatar_changes_disabled === true || state.realm_avatar_changes_disabled === true) &&
      !isAdministrator(personOf(state, state.user_id ?? -1)),
  )
  const [isTooLarge, setTooLarge] = useState(false)
  // Undefined takes the picture away.
  const { failure, isBusy, save } = useSaving((file: File | undefined) =>
    file ? uploadPicture(app, file) : removePicture(app),
  )
  const take = (file: File) => {
    const isFitting = file.size <= most * bytesPerMib
    setTooLarge(!isFitting)
    if (isFitting) void save(file)
  }
  const problem = isTooLarge ? t('settings.profile.picture-large', { most }) : failure
  const isDisabled = isLocked || isBusy || !canSave
  return (
    <section class="setting-group">
      <h2>{t('settings.profile.picture')}</h2>
      <div class="own-picture" aria-busy={isBusy}>
        <PersonAvatar person={self} size={6} />
        <div class="own-picture-acts">
          <TakeButton isDisabled={isDisabled} onTake={take} />
          <RemoveButton isDisabled={isDisabled} onRemove={() => void save(undefined)} />
          <p class="setting-note">
            {isLocked ? t('settings.profile.picture-locked') : t('settings.profile.picture-note', { most })}
          </p>
        </div>
      </div>
      {problem !== undefined && (
        <p class="form-error" role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}

const useHasPicture = () => useKnown(({ state }) => state?.avatar_source === 'U')

interface TakeButtonProps {
  readonly isDisabled: boolean
  readonly onTake: (file: File) => void
}

function TakeButton({ isDisabled, onTake }: TakeButtonProps) {
  const hasPicture = useHasPicture()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class="button" disabled={isDisabled} onClick={() => input.current?.click()}>
        {t(hasPicture ? 'settings.profile.picture-replace' : 'settings.profile.picture-upload')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept={pictureTypes}
        aria-label={t('settings.profile.picture')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) onTake(file)
          // The same file can be chosen again after a refusal.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

interface RemoveButtonProps {
  readonly isDisabled: boolean
  readonly onRemove: () => void
}

function RemoveButton({ isDisabled, onRemove }: RemoveButtonProps) {
  const hasPicture = useHasPicture()
  const [isAsking, setAsking] = useState(false)
  if (!hasPicture) return null
  return (
    <>
      <button type="button" class="button" disabled={isDisabled} onClick={() => setAsking(true)}>
        {t('settings.profile.picture-remove')}
      </button>
      {isAsking && (
        <Question
          title={t('settings.profile.picture-question')}
          text={t('settings.profile.picture-question-text')}
          action={t('settings.profile.picture-remove')}
          dangerous
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onRemove()
          }}
        />
      )}
    </>
  )
}
