import { useState } from 'preact/hooks'
import { changeChannel, type ChannelChange } from '#actions/change-channel.ts'
import { errorText } from '#actions/show-error.ts'
import { useApp } from '#state/use-app.ts'

interface ChannelChanging {
  /** The reason why the last change was refused. */
  readonly failure: string | undefined
  /** Changes the channel. `undo` takes it back. Resolves with whether it happened. */
  readonly change: (change: ChannelChange, undo?: ChannelChange) => Promise<boolean>
}

/** Lets a control change a channel, and say beside itself why that was refused. */
export function useChannelChange(channelId: number): ChannelChanging {
  const app = useApp()
  const [failure, setFailure] = useState<string>()
  return {
    failure,
    async change(change, undo) {
      setFailure(undefined)
      try {
        await changeChannel(app, channelId, change, undo)
        return true
      } catch (error) {
        setFailure(errorText(error))
        return false
      }
    },
  }
}
