import { ApiError } from '@tagma/client/api-error.ts'
import { limits } from '@tagma/contract/limits.ts'
import { useRef, useState } from 'preact/hooks'
import { createChannel, type NewChannel } from '#actions/create-channel.ts'
import { errorText } from '#actions/show-error.ts'
import { useIsKept } from '#parts/kept-form/kept-context.ts'
import { KeptControls } from '#parts/kept-form/kept-controls.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { isTooLong } from '#parts/length-note/length-note.tsx'
import { PageHead } from '#parts/page/page-head.tsx'
import { PeopleField } from '#parts/people-field/people-field.tsx'
import { TextField } from '#parts/text-field/text-field.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelsById } from '#state/channels.ts'
import { mayCreateChannels } from '#state/may-create-channels.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { MoreSettings } from './more-settings.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
import { usePeopleSets } from './use-people-sets.ts'

/** The page for a new channel: its name, what it is for, who may see it, and who is in it. */
export function CreateChannel({ folderId }: { readonly folderId: number | undefined }) {
  const mayCreate = useKnown(({ state }) => mayCreateChannels(state))
  const reason = mayCreate ? undefined : t('channels.may-not-create')
  return (
    <section class="page">
      <PageHead title={t('places.new-channel')} back="#channels/available" />
      <div class="page-scroll">
        <div class="page-inner">
          <KeptForm reason={reason} otherwise={<p class="channels-empty">{reason}</p>}>
            <ChannelForm folderId={folderId} />
          </KeptForm>
        </div>
      </div>
    </section>
  )
}

interface Failure {
  readonly text: string
  /** The channel that has the name already. */
  readonly takenBy: number | undefined
}

function ChannelForm({ folderId }: { readonly folderId: number | undefined }) {
  const app = useApp()
  const ownId = useKnown(({ state }) => state?.user_id ?? -1)
  const [channel, setChannel] = useState<NewChannel>({
    name: '',
    description: '',
    privacy: 'public',
    folderId,
    subscribers: [ownId],
    isAnnounced: false,
    further: {},
  })
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const isKept = useIsKept()
  const form = useRef<HTMLFormElement>(null)
  const change = (parts: Partial<NewChannel>) => setChannel((before) => ({ ...before, ...parts }))
  const name = channel.name.trim()
  const isReady =
    name !== '' &&
    !isTooLong(name, limits.maxChannelNameLength) &&
    !isTooLong(channel.description, limits.maxChannelDescriptionLength)
  const create = async () => {
    if (isBusy || !isReady || isKept) return
    setBusy(true)
    setFailure(undefined)
    try {
      const channelId = await createChannel(app, { ...channel, name })
      app.go(addressFor(app.store.get().state, { kind: 'topics', channelId }), { replace: true })
    } catch (error) {
      const isTaken = error instanceof ApiError && error.code === 'CHANNEL_ALREADY_EXISTS'
      const { state } = app.store.get()
      const same = [...channelsById(state).values()].find(
        (other) => other.name.toLowerCase() === name.toLowerCase(),
      )
      setFailure({ text: errorText(error), takenBy: isTaken ? same?.stream_id : undefined })
      setBusy(false)
    }
  }
  return (
    <form
      ref={form}
      class="channel-form"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit()
      }}
    >
      <NameFields channel={channel} onChange={change} />
      <KeptControls>
        <PrivacyChoice value={channel.privacy} onChange={(privacy) => change({ privacy })} />
        <FolderField value={channel.folderId} onChange={(next) => change({ folderId: next })} />
        <Subscribers userIds={channel.subscribers} onChange={(subscribers) => change({ subscribers })} />
        {channel.privacy === 'public' && <AnnounceCheck channel={channel} onChange={change} />}
        <MoreSettings channel={channel} onChange={(further) => change({ further })} />
      </KeptControls>
      {failure && <FailureLine {...failure} />}
      <FormFoot isDisabled={isBusy || !isReady || isKept} />
    </form>
  )
}

function FormFoot({ isDisabled }: { readonly isDisabled: boolean }) {
  return (
    <footer class="channel-form-foot">
      <button type="submit" class="button button-main" disabled={isDisabled}>
        {t('channels.create')}
      </button>
      <a class="button" href="#channels/available">
        {t('dialog.cancel')}
      </a>
    </footer>
  )
}

interface PartProps {
  readonly channel: NewChannel
  readonly onChange: (parts: Partial<NewChannel>) => void
}

function AnnounceCheck({ channel: { isAnnounced }, onChange }: PartProps) {
  return (
    <label class="channel-check">
      <input type="checkbox" checked={isAnnounced} onChange={() => onChange({ isAnnounced: !isAnnounced })} />
      <span>{t('channels.announce')}</span>
    </label>
  )
}

function NameFields({ channel, onChange }: PartProps) {
  return (
    <>
      <TextField
        label={t('channels.name')}
        isRequired
        takesFocus
        most={limits.maxChannelNameLength}
        value={channel.name}
        onText={(name) => onChange({ name })}
      />
      <TextField
        label={t('channels.description')}
        rows={2}
        most={limits.maxChannelDescriptionLength}
        value={channel.description}
        onText={(description) => onChange({ description })}
      />
    </>
  )
}

interface FolderFieldProps {
  readonly value: number | undefined
  readonly onChange: (folderId: number | undefined) => void
}

function FolderField({ value, onChange }: FolderFieldProps) {
  const folders = useKnown(({ state }) => state?.channel_folders)
  const shown = (folders ?? []).filter(({ is_archived }) => !is_archived)
  if (shown.length === 0) return null
  return (
    <label class="form-field">
      <span>{t('channels.folder')}</span>
      <select
        class="field"
        value={value ?? ''}
        onChange={({ currentTarget: { value: chosen } }) =>
          onChange(chosen === '' ? undefined : Number(chosen))
        }
      >
        <option value="">{t('channels.no-folder')}</option>
        {shown.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

interface SubscribersProps {
  readonly userIds: readonly number[]
  readonly onChange: (userIds: readonly number[]) => void
}

function Subscribers({ userIds, onChange }: SubscribersProps) {
  const sets = usePeopleSets()
  return (
    <div class="form-field">
      <span aria-hidden="true">{t('channels.subscribers')}</span>
      <PeopleField
        label={t('channels.subscribers')}
        userIds={userIds}
        onChange={onChange}
        offersSelf
        sets={sets}
      />
      <p class="channel-note" role="status">
        {t('channels.people', { count: userIds.length })}
      </p>
    </div>
  )
}

function FailureLine({ text, takenBy }: Failure) {
  const address = useKnown(({ state }) =>
    takenBy === undefined ? undefined : addressFor(state, { kind: 'topics', channelId: takenBy }),
  )
  return (
    <p class="form-error" role="alert">
      {text} {address !== undefined && <a href={address}>{t('channels.open-it')}</a>}
    </p>
  )
}
