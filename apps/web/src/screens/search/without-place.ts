import type { MessageView } from '@tagma/contract/address.ts'

/** Returns the view without the place in it. */
export const withoutPlace = ({ at: _at, ...view }: MessageView): MessageView => view
