import * as wire from '@tagma/contract/wire.ts'
import { useState } from 'preact/hooks'
import { showToast } from '#actions/show-toast.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { FormFailure } from './form-failure.tsx'
import { PictureButton } from './picture-button.tsx'
import { useAttempt } from './use-attempt.ts'

/** The pictures of an organization, with what the registration calls them. */
const pictures = {
  icon: {
    url: 'realm_icon_url',
    source: 'realm_icon_source',
    most: 'max_icon_file_size_mib',
  },
  logo: {
    url: 'realm_logo_url',
    source: 'realm_logo_source',
    most: 'max_logo_file_size_mib',
  },
  nightLogo: {
    url: 'realm_night_logo_url',
    source: 'realm_night_logo_source',
    most: 'max_logo_file_size_mib',
  },
} as const

type Picture = keyof typeof pictures
const names = Object.keys(pictures) as Picture[]
const bytesPerMib = 1024 * 1024

/** The icon and the logos of the organization. */
export function OrganizationPictures() {
  const icon = useKnown(({ state }) => state?.max_icon_file_size_mib ?? 0)
  const logo = useKnown(({ state }) => state?.max_logo_file_size_mib ?? 0)
  return (
    <section class="setting-group">
      <h2>{t('organization.pictures-own')}</h2>
      {names.map((name) => (
        <OnePicture key={name} name={name} />
      ))}
      <p class="setting-note">{t('organization.picture.files', { icon, logo })}</p>
    </section>
  )
}

function OnePicture({ name }: { readonly name: Picture }) {
  const app = useApp()
  const { url, source, most } = pictures[name]
  const address = useKnown(({ state }) => state?.[url])
  const isOwn = useKnown(({ state }) => state?.[source] === 'U')
  const limit = useKnown(({ state }) => state?.[most] ?? 0)
  const reason = useKnown(({ state }) => state && changeReason(state))
  const canSave = useCanSave()
  const { failure, attempt } = useAttempt()
  const [large, setLarge] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const what = t(`organization.picture.${name}`)
  const run = async (call: Promise<unknown>, text: string) => {
    setBusy(true)
    if (await attempt(call)) showToast(app, { name: 'setting', kind: 'status', text })
    setBusy(false)
  }
  const take = (file: File | undefined) => {
    if (!file) return
    setLarge(undefined)
    if (file.size > limit * bytesPerMib) setLarge(largeText(file, limit))
    else void run(upload(app, name, file), t('organization.picture.saved', { what }))
  }
  return (
    <div class="organization-own-picture" role="group" aria-label={what} aria-busy={isBusy}>
      <span class={`organization-ground organization-ground-${name}`}>
        {isOwn ? <img src={address} alt="" /> : t('organization.picture.none')}
      </span>
      <span class="setting-text">
        <span>{what}</span>
        <small>{t(`organization.picture.${name}-about`)}</small>
        {reason === undefined && (
          <PictureActs
            {...{ what, isOwn }}
            isDisabled={isBusy || !canSave}
            onTake={take}
            onRemove={() => void run(remove(app, name), t('organization.picture.removed', { what }))}
          />
        )}
        <FormFailure text={large ?? failure} />
      </span>
    </div>
  )
}

interface PictureActsProps {
  readonly what: string
  readonly isOwn: boolean
  readonly isDisabled: boolean
  readonly onTake: (file: File | undefined) => void
  readonly onRemove: () => void
}

function PictureActs({ what, isOwn, isDisabled, onTake, onRemove }: PictureActsProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <span class="organization-own-picture-acts">
      <PictureButton
        action={t(isOwn ? 'organization.picture.replace' : 'organization.picture.upload')}
        label={t(isOwn ? 'organization.picture.replace-named' : 'organization.picture.upload-named', {
          what,
        })}
        isDisabled={isDisabled}
        onFiles={([file]) => onTake(file)}
      />
      {isOwn && (
        <button
          type="button"
          class="button"
          aria-label={t('organization.picture.remove-named', { what })}
          disabled={isDisabled}
          onClick={() => setAsking(true)}
        >
          {t('organization.picture.remove')}
        </button>
      )}
      {isAsking && (
        <Question
          title={t('organization.picture.question')}
          text={t('organization.picture.question-text', { what })}
          action={t('organization.picture.remove')}
          dangerous
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onRemove()
          }}
        />
      )}
    </span>
  )
}

const largeText = ({ size }: File, most: number) =>
  t('organization.picture.large', {
    size: (size / bytesPerMib).toLocaleString(locale(), { maximumFractionDigits: 1 }),
    most,
  })

async function upload(app: App, name: Picture, given: File): Promise<void> {
  const bytes = new Uint8Array(await given.arrayBuffer())
  const file = [{ filename: given.name, contentType: given.type, bytes }]
  if (name === 'icon') await app.client.call(wire.uploadRealmIcon, { file })
  else await app.client.call(wire.uploadRealmLogo, { file, night: name === 'nightLogo' })
}

async function remove(app: App, name: Picture): Promise<void> {
  if (name === 'icon') await app.client.call(wire.deleteRealmIcon, {})
  else await app.client.call(wire.deleteRealmLogo, { night: name === 'nightLogo' })
}
