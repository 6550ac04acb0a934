import { limits } from '@tagma/contract/limits.ts'
import { useEffect, useState } from 'preact/hooks'
import type { Privacy } from '#actions/create-channel.ts'
import { Question } from '#parts/dialog/dialog.tsx'
import { isTooLong, LengthNote } from '#parts/length-note/length-note.tsx'
import { PrivacyChoice } from '#screens/channels/privacy-choice.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import type { Channel } from '#state/channels.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import { ChannelChoices } from './channel-choices.tsx'
import { ChannelMail } from './channel-mail.tsx'
import type { ChannelPartProps } from './channel-page.tsx'
import { changeReason } from './channel-rights.ts'
import { FailureLine } from './failure-line.tsx'
import { useChannelChange } from './use-channel-change.ts'

/** A channel's name, purpose, readers, folder, topics and messages, its address for mail, and its end. */
export function ChannelGeneral({ channel }: ChannelPartProps) {
  return (
    <>
      <Names channel={channel} />
      <Readers channel={channel} />
      <ChannelChoices channel={channel} />
      <ChannelMail channel={channel} />
      <Archive channel={channel} />
    </>
  )
}

const areTooLong = (name: string, description: string) =>
  isTooLong(name, limits.maxChannelNameLength) || isTooLong(description, limits.maxChannelDescriptionLength)

function Names({ channel }: ChannelPartProps) {
  const reason = useKnown(({ state }) => state && changeReason(state, channel, 'details'))
  const canSave = useCanSave()
  const { failure, change } = useChannelChange(channel.stream_id)
  const [name, setName] = useState(channel.name)
  const [description, setDescription] = useState(channel.description)
  // A field that nobody has changed here shows the text that somebody else saves.
  const [base, setBase] = useState(channel)
  useEffect(() => {
    if (name === base.name) setName(channel.name)
    if (description === base.description) setDescription(channel.description)
    setBase(channel)
  }, [channel.name, channel.description])
  const isChanged = name.trim() !== channel.name || description !== channel.description
  const save = async () => {
    const next = {
      ...(name.trim() === channel.name ? {} : { new_name: name.trim() }),
      ...(description === channel.description ? {} : { description }),
    }
    await change(next, {
      ...('new_name' in next ? { new_name: channel.name } : {}),
      ...('description' in next ? { description: channel.description } : {}),
    })
  }
  return (
    <form
      class="setting-group own-form"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h2>{t('channel.names')}</h2>
      {reason !== undefined && <p class="setting-note">{reason}</p>}
      <label class="form-field">
        <span>{t('channels.name')}</span>
        <input
          class="field"
          dir="auto"
          required
          value={name}
          readOnly={reason !== undefined}
          onInput={({ currentTarget: { value } }) => setName(value)}
        />
      </label>
      <LengthNote text={name} most={limits.maxChannelNameLength} />
      <label class="form-field">
        <span>{t('channels.description')}</span>
        <textarea
          class="field"
          dir="auto"
          rows={3}
          value={description}
          readOnly={reason !== undefined}
          onInput={({ currentTarget: { value } }) => setDescription(value)}
        />
      </label>
      <LengthNote text={description} most={limits.maxChannelDescriptionLength} />
      <FailureLine text={failure} />
      {reason === undefined && (
        <button
          type="submit"
          class="button"
          disabled={!isChanged || name.trim() === '' || areTooLong(name, description) || !canSave}
        >
          {t('permission.save')}
        </button>
      )}
    </form>
  )
}

const properties = {
  public: { is_private: false, is_web_public: false },
  private: { is_private: true, history_public_to_subscribers: true },
  'private-protected': { is_private: true, history_public_to_subscribers: false },
  'web-public': { is_web_public: true },
} as const satisfies Record<Privacy, object>

function privacyOf({ invite_only, is_web_public, history_public_to_subscribers }: Channel): Privacy {
  if (is_web_public) return 'web-public'
  if (!invite_only) return 'public'
  return history_public_to_subscribers ? 'private' : 'private-protected'
}

/** Asks who may see a channel, and says what that changes before it is saved. */
function Readers({ channel }: ChannelPartProps) {
  const reason = useKnown(({ state }) => state && changeReason(state, channel, 'privacy'))
  const canSave = useCanSave()
  const { failure, change } = useChannelChange(channel.stream_id)
  const present = privacyOf(channel)
  const [chosen, setChosen] = useState<Privacy>()
  useEffect(() => setChosen(undefined), [present])
  const isChanged = chosen !== undefined && chosen !== present
  return (
    <section class="setting-group">
      {reason !== undefined && <p class="setting-note">{reason}</p>}
      <PrivacyChoice
        value={chosen ?? present}
        present={present}
        isDisabled={reason !== undefined}
        onChange={setChosen}
      />
      {isChanged && (
        <>
          <p class="form-preview" role="status">
            {t(consequenceOf(present, chosen))}
          </p>
          <p class="permission-foot">
            <button
              type="button"
              class="button button-main"
              disabled={!canSave}
              onClick={() => void change(properties[chosen], properties[present])}
            >
              {t('permission.save')}
            </button>
            <button type="button" class="button" onClick={() => setChosen(undefined)}>
              {t('dialog.cancel')}
            </button>
          </p>
        </>
      )}
      <FailureLine text={failure} />
    </section>
  )
}

const isOpen = (privacy: Privacy) => privacy === 'public' || privacy === 'web-public'

function consequenceOf(before: Privacy, after: Privacy) {
  if (after === 'web-public') return 'channel.becomes-web-public'
  if (!isOpen(before) && isOpen(after)) return 'channel.becomes-public'
  if (isOpen(before) && !isOpen(after)) return 'channel.becomes-private'
  if (before === 'web-public') return 'channel.leaves-web'
  return after === 'private' ? 'channel.shows-history' : 'channel.hides-history'
}

/** Ends a channel, or takes it back. */
function Archive({ channel }: ChannelPartProps) {
  const reason = useKnown(({ state }) => state && changeReason(state, channel, 'details'))
  const canSave = useCanSave()
  const { failure, change } = useChannelChange(channel.stream_id)
  const [isAsked, setAsked] = useState(false)
  const { is_archived: isArchived } = channel
  return (
    <section class="setting-group">
      <h2>{t(isArchived ? 'channel.unarchive' : 'channel.archive')}</h2>
      <p class="setting-note">
        {reason ?? t(isArchived ? 'channel.unarchive-about' : 'channel.archive-about')}
      </p>
      <FailureLine text={failure} />
      <button
        type="button"
        class={isArchived ? 'button' : 'button button-bad'}
        disabled={reason !== undefined || !canSave}
        onClick={() =>
          isArchived ? void change({ is_archived: false }, { is_archived: true }) : setAsked(true)
        }
      >
        {t(isArchived ? 'channel.unarchive' : 'channel.archive')}
      </button>
      {isAsked && (
        <Question
          title={t('channel.archive-title', { name: channel.name })}
          text={t('channel.archive-about')}
          action={t('channel.archive')}
          dangerous
          onClose={() => setAsked(false)}
          onConfirm={() => {
            setAsked(false)
            void change({ is_archived: true }, { is_archived: false })
          }}
        />
      )}
    </section>
  )
}
