import type { State } from '@tagma/sync/state.ts'

/** The value of `realm_gif_rating_policy` without GIFs. */
const disabled = 0

/** Whether GIFs are offered: the server has a key for a service, and the organization allows them. */
export const gifsOffered = (state: State | undefined): boolean =>
  state !== undefined &&
  Boolean(state.giphy_api_key || state.tenor_api_key || state.klipy_api_key) &&
  state.realm_gif_rating_policy !== disabled
