import type { State } from '@tagma/sync/state.ts'

/** Whether somebody may create any kind of channel. The server says so, by the rules, in the registration. */
export const mayCreateChannels = (state: State | undefined): boolean =>
  state?.can_create_public_streams === true ||
  state?.can_create_private_streams === true ||
  state?.can_create_web_public_streams === true
