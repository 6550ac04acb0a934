import * as wire from '@tagma/contract/wire.ts'
import { X } from 'lucide'
import { useState } from 'preact/hooks'
import { showError } from '#actions/show-error.ts'
import { showToast } from '#actions/show-toast.ts'
import { IconButton } from '#parts/icon-button.tsx'
import { KeptControls } from '#parts/kept-form/kept-controls.tsx'
import { KeptForm } from '#parts/kept-form/kept-form.tsx'
import { FilteredList } from '#screens/settings/filtered-list.tsx'
import { useCanSave } from '#screens/settings/setting-control.tsx'
import { addressFor } from '#state/addresses.ts'
import { channelsById } from '#state/channels.ts'
import { type App, useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { changeReason } from './change-reason.ts'
import { FormFailure } from './form-failure.tsx'
import { useAttempt } from './use-attempt.ts'

interface Named {
  readonly stream_id: number
  readonly name: string
}

const byName = (a: Named, b: Named) => a.name.localeCompare(b.name, locale())

/** The channels that newcomers are put into. */
export function DefaultChannelsPage() {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const reason = useKnown((known) => known.state && changeReason(known.state))
  const canSave = useCanSave()
  const { failure, attempt } = useAttempt()
  const isDefault = new Set(state?.realm_default_streams)
  const channels = [...channelsById(state).values()].toSorted(byName)
  const entries = channels
    .filter(({ stream_id }) => isDefault.has(stream_id))
    .map((channel) => ({
      key: String(channel.stream_id),
      name: channel.name,
      row: (
        <>
          <a
            class="setting-text"
            dir="auto"
            href={addressFor(state, { kind: 'topics', channelId: channel.stream_id })}
          >
            #{channel.name}
          </a>
          {reason === undefined && (
            <IconButton
              icon={X}
              label={t('organization.default-channels.remove', { channel: channel.name })}
              disabled={!canSave}
              onClick={() => void attempt(setDefault(app, channel, false))}
            />
          )}
        </>
      ),
    }))
  return (
    <section class="setting-group">
      <p class="setting-note">{t('organization.default-channels.about')}</p>
      <KeptForm reason={reason}>
        <KeptControls>
          <AddChannel
            offered={channels.filter(
              ({ stream_id, invite_only, is_archived }) =>
                !isDefault.has(stream_id) && !invite_only && !is_archived,
            )}
            onAdd={(channel) => attempt(setDefault(app, channel, true))}
          />
        </KeptControls>
      </KeptForm>
      <FormFailure text={failure} />
      <FilteredList
        label={t('organization.page.default-channels-list')}
        entries={entries}
        empty={t('organization.default-channels.none')}
      />
    </section>
  )
}

interface AddChannelProps {
  readonly offered: readonly Named[]
  readonly onAdd: (channel: Named) => Promise<boolean>
}

function AddChannel({ offered, onAdd }: AddChannelProps) {
  const canSave = useCanSave()
  const [chosen, setChosen] = useState('')
  const channel = offered.find(({ stream_id }) => String(stream_id) === chosen)
  return (
    <form
      class="setting-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (channel && canSave) void onAdd(channel)
      }}
    >
      <select
        class="field"
        aria-label={t('organization.default-channels.channel')}
        value={channel ? chosen : ''}
        onChange={({ currentTarget: { value } }) => setChosen(value)}
      >
        <option value="">{t('organization.default-channels.choose')}</option>
        {offered.map(({ stream_id, name }) => (
          <option key={stream_id} value={String(stream_id)}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" class="button" disabled={!channel || !canSave}>
        {t('organization.default-channels.add')}
      </button>
    </form>
  )
}

/** Makes a channel one for newcomers, or no longer, and offers to undo it. Rejects with the server's error. */
async function setDefault(app: App, channel: Named, isDefault: boolean): Promise<void> {
  const { stream_id, name } = channel
  await app.client.call(isDefault ? wire.addDefaultStream : wire.removeDefaultStream, { stream_id })
  showToast(app, {
    name: 'default channel',
    kind: 'status',
    text: t(isDefault ? 'organization.default-channels.added' : 'organization.default-channels.removed', {
      channel: name,
    }),
    undo: () => {
      setDefault(app, channel, !isDefault).catch((error: unknown) => showError(app, error))
    },
  })
}
