import { botTypes } from '@tagma/contract/bot-types.ts'
import { limits } from '@tagma/contract/limits.ts'
import type { Bot } from '@tagma/contract/objects/bot.ts'
import * as wire from '@tagma/contract/wire.ts'
import { isAdministrator } from '@tagma/rules/roles.ts'
import { personOf } from '@tagma/sync/selectors/rights.ts'
import { showError } from '#actions/show-error.ts'
import { ownPicture } from '#parts/avatar/initials.ts'
import { PersonAvatar } from '#parts/person-avatar.tsx'
import { SavedField } from '#parts/saved-field/saved-field.tsx'
import { FormFailure } from '#screens/organization/form-failure.tsx'
import { PictureButton } from '#screens/organization/picture-button.tsx'
import { useAttempt } from '#screens/organization/use-attempt.ts'
import { channelById, channelsById } from '#state/channels.ts'
import { type Person, peopleOf } from '#state/people.ts'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { locale, t } from '#words/words.ts'
import { kindName } from './bot-kinds.ts'
import { longestShortName } from './short-name.ts'
import { ChannelChoice } from './webhook-fields.tsx'

export interface BotPartProps {
  readonly bot: Person
  /** Its configuration; undefined for those who may not see it. */
  readonly config: Bot | undefined
  readonly isDisabled: boolean
}

/** Picture, name, address, owner and default channel of a bot. */
export function BotGeneral({ bot, config, isDisabled }: BotPartProps) {
  const app = useApp()
  const { user_id: bot_id, full_name, email } = bot
  const suffix = email.slice(email.lastIndexOf('-bot@'))
  const shortName = suffix.startsWith('-bot@') ? email.slice(0, -suffix.length) : undefined
  return (
    <section class="setting-group bot-form">
      <Picture bot={bot} isDisabled={isDisabled} />
      <SavedField
        label={t('bots.name')}
        value={full_name}
        maxLength={limits.maxFullNameLength}
        isDisabled={isDisabled}
        isNeverEmpty
        onSave={async (name) => {
          await app.client.call(wire.updateBot, { bot_id, full_name: name })
        }}
      />
      {shortName !== undefined && (
        <SavedField
          label={t('bots.address')}
          note={t('bots.address-note', { address: email })}
          value={shortName}
          maxLength={longestShortName}
          isDisabled={isDisabled}
          isNeverEmpty
          onSave={async (short_name) => {
            await app.client.call(wire.updateBot, { bot_id, short_name })
          }}
        />
      )}
      <Owner bot={bot} isDisabled={isDisabled} />
      {config && bot.bot_type !== botTypes.outgoingWebhook && (
        <DefaultChannel config={config} isDisabled={isDisabled} />
      )}
    </section>
  )
}

function Picture({ bot, isDisabled }: Omit<BotPartProps, 'config'>) {
  const { client } = useApp()
  const { failure, attempt } = useAttempt()
  const most = limits.maxAvatarFileSizeMib
  const take = async (file: File | undefined) => {
    if (!file) return
    const bytes = new Uint8Array(await file.arrayBuffer())
    const picture = { filename: file.name, contentType: file.type, bytes }
    await attempt(client.call(wire.updateBot, { bot_id: bot.user_id, file: [picture] }))
  }
  return (
    <>
      <div class="own-picture">
        <PersonAvatar person={bot} size={4} />
        <div class="own-picture-acts">
          <PictureButton
            action={t(
              ownPicture(bot.avatar_url, location.origin) === undefined
                ? 'settings.profile.picture-upload'
                : 'settings.profile.picture-replace',
            )}
            isDisabled={isDisabled}
            onFiles={([file]) => void take(file)}
          />
          <p class="setting-note">
            {kindName(bot)} · {t('settings.profile.picture-note', { most })}
          </p>
        </div>
      </div>
      <FormFailure text={failure} />
    </>
  )
}

/** Administrators give a bot to somebody else; others read whose it is. */
function Owner({ bot: { user_id: bot_id, bot_owner_id }, isDisabled }: Omit<BotPartProps, 'config'>) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const people = peopleOf(state)
  if (!state) return null
  const name = people.get(bot_owner_id ?? -1)?.full_name ?? t('bots.no-owner')
  if (!isAdministrator(personOf(state, state.user_id ?? -1)))
    return <p class="setting-note">{t('bots.owner-is', { name })}</p>
  const owners = [...people.values()]
    .filter(({ is_bot, is_active, user_id }) => !is_bot && (is_active || user_id === bot_owner_id))
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name, locale()))
  return (
    <label class="form-field">
      <span>{t('bots.owner')}</span>
      <select
        class="field"
        value={String(bot_owner_id ?? '')}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          app.client
            .call(wire.updateBot, { bot_id, bot_owner_id: Number(currentTarget.value) })
            .catch((error: unknown) => {
              currentTarget.value = String(bot_owner_id ?? '')
              showError(app, error)
            })
        }}
      >
        {bot_owner_id === null && <option value="">{t('bots.no-owner')}</option>}
        {owners.map(({ user_id, full_name }) => (
          <option key={user_id} value={String(user_id)}>
            {full_name}
          </option>
        ))}
      </select>
    </label>
  )
}

function DefaultChannel({ config, isDisabled }: { readonly config: Bot; readonly isDisabled: boolean }) {
  const app = useApp()
  const state = useKnown((known) => known.state)
  const { user_id: bot_id, default_sending_stream: name } = config
  const value = [...channelsById(state).values()].find((channel) => channel.name === name)?.stream_id
  return (
    <ChannelChoice
      label={t('bots.default-channel')}
      nothing={t('bots.default-channel-none')}
      value={value}
      isDisabled={isDisabled}
      onChange={(id) => {
        const default_sending_stream = id === undefined ? '' : (channelById(state, id)?.name ?? '')
        app.client
          .call(wire.updateBot, { bot_id, default_sending_stream })
          .catch((error: unknown) => showError(app, error))
      }}
    />
  )
}
