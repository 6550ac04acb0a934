import { limits } from '@tagma/contract/limits.ts'
import { isTooLong } from '#parts/length-note/length-note.tsx'
import { Meanwhile } from '#parts/meanwhile/meanwhile.tsx'
import { useDraft } from '#parts/meanwhile/use-draft.ts'
import { TextField } from '#parts/text-field/text-field.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { t } from '#words/words.ts'
import type { ChannelPartProps } from './channel-page.tsx'
import { FailureLine } from './failure-line.tsx'
import { useChangeReason } from './use-change-reason.ts'
import { useChannelChange } from './use-channel-change.ts'

const areTooLong = (name: string, description: string) =>
  isTooLong(name, limits.maxChannelNameLength) || isTooLong(description, limits.maxChannelDescriptionLength)

/** Holds what is typed as the name and the description of a channel, and saves both together. */
function useNames({ channel }: ChannelPartProps) {
  const { failure, change } = useChannelChange(channel.stream_id)
  const name = useDraft(channel.name, (new_name) => change({ new_name }, { new_name: channel.name }), channel)
  const description = useDraft(
    channel.description,
    (text) => change({ description: text }, { description: channel.description }),
    channel,
  )
  const hasName = name.value.trim() !== channel.name
  const hasDescription = description.value !== channel.description
  const mustChoose = name.theirs !== undefined || description.theirs !== undefined
  const save = () => {
    const saving = change(
      {
        ...(hasName && { new_name: name.value.trim() }),
        ...(hasDescription && { description: description.value }),
      },
      {
        ...(hasName && { new_name: channel.name }),
        ...(hasDescription && { description: channel.description }),
      },
    )
    if (hasName) void name.save(name.value.trim(), () => saving)
    if (hasDescription) void description.save(description.value, () => saving)
  }
  return {
    name,
    description,
    failure,
    /** Whether the texts can be saved as they are. */
    fits: name.value.trim() !== '' && !areTooLong(name.value, description.value),
    hasChange: (hasName || hasDescription) && !mustChoose && !name.isBusy && !description.isBusy,
    save,
  }
}

/** The name and the description of a channel. A button saves them together. */
export function ChannelNames({ channel }: ChannelPartProps) {
  const reason = useChangeReason(channel, 'details')
  const canSave = useCanSave()
  const { name, description, failure, fits, hasChange, save } = useNames({ channel })
  const isReady = hasChange && fits && canSave
  return (
    <form
      class="setting-group own-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) save()
      }}
    >
      <h2>{t('channel.names')}</h2>
      <TextField
        label={t('channels.name')}
        most={limits.maxChannelNameLength}
        value={name.value}
        onText={name.set}
        isRequired
        isReadOnly={reason !== undefined}
      />
      <Meanwhile draft={name} canSave={canSave && fits} />
      <TextField
        label={t('channels.description')}
        rows={3}
        most={limits.maxChannelDescriptionLength}
        value={description.value}
        onText={description.set}
        isReadOnly={reason !== undefined}
      />
      <Meanwhile draft={description} canSave={canSave && fits} />
      <FailureLine text={failure} />
      {reason === undefined && (
        <button type="submit" class="button" disabled={!isReady}>
          {t('permission.save')}
        </button>
      )}
    </form>
  )
}
