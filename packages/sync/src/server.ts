import type { Payload } from '@tagma/contract/define.ts'
import type { restartEvent } from '@tagma/contract/events/restart.ts'
import type { State } from './state.ts'

/** Takes in the version of a server that was upgraded. */
export function applyRestart(
  state: State,
  { zulip_version, zulip_merge_base, zulip_feature_level, server_generation }: Payload<typeof restartEvent>,
): State {
  return {
    ...state,
    zulip_version,
    zulip_merge_base,
    zulip_feature_level,
    ...(state.server_generation === undefined ? {} : { server_generation }),
  }
}
