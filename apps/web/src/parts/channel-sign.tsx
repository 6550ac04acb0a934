import { Archive, Globe, Hash, Lock } from 'lucide'
import { Icon } from '#parts/icon.tsx'
import { channelColour } from '#state/channel-colour.ts'

interface ChannelSignProps {
  readonly channel: {
    readonly color?: string
    readonly invite_only: boolean
    readonly is_web_public: boolean
    readonly is_archived: boolean
  }
  /** In rem. */
  readonly size?: number
}

/** The sign of a channel in its colour: a hash, a lock if it is private, a globe if everybody may read it. */
export function ChannelSign({ channel, size = 1.125 }: ChannelSignProps) {
  const { color } = channel
  const icon = channel.is_archived
    ? Archive
    : channel.invite_only
      ? Lock
      : channel.is_web_public
        ? Globe
        : Hash
  return (
    <span class="channel-sign" style={color ? { color: channelColour(color) } : undefined}>
      <Icon of={icon} size={size} />
    </span>
  )
}
