import type { ChannelGroupSetting } from '@tagma/contract/settings/channel-permissions.ts'
import { changeChannel } from '#actions/change-channel.ts'
import { PermissionField } from '#parts/permission/permission-field.tsx'
import { useApp } from '#state/use-app.ts'
import { useKnown } from '#state/use-known.ts'
import { t } from '#words/words.ts'
import type { ChannelPartProps } from './channel-page.tsx'
import type { ChannelPart } from './channel-rights.ts'
import { channelPermissions, noteOf } from './permission-rows.ts'
import { useChangeReason } from './use-change-reason.ts'

/** Who may do what in a channel. */
export function ChannelPermissions({ channel }: ChannelPartProps) {
  return (
    <>
      {channelPermissions.map(({ title, rows }) => (
        <section key={title} class="setting-group">
          <h2>{t(title)}</h2>
          {rows.map(([name, part]) => (
            <Permission key={name} {...{ channel, name, part }} />
          ))}
        </section>
      ))}
    </>
  )
}

interface PermissionProps extends ChannelPartProps {
  readonly name: ChannelGroupSetting
  readonly part: ChannelPart
}

function Permission({ channel, name, part }: PermissionProps) {
  const app = useApp()
  const reason = useChangeReason(channel, part)
  const limits = useKnown(({ state }) => state?.server_supported_permission_settings?.stream[name])
  const note = useKnown(({ state }) => noteOf(state, name))
  if (!limits) return null
  return (
    <PermissionField
      label={t(`channel.${name}`)}
      value={channel[name]}
      limits={limits}
      note={note}
      reason={reason}
      onSave={(next, old) =>
        changeChannel(
          app,
          channel.stream_id,
          { [name]: { new: next, old } },
          { [name]: { new: old, old: next } },
        )
      }
    />
  )
}
