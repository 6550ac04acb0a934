// Made by `npm run golden` from the files beside it; do not edit.

import type { Shaper } from '#events/shaper.ts'
import { messageShaper } from './messages/shape.ts'
import { typingShaper } from './messages/typing-shape.ts'
import { userShaper } from './users/shape.ts'

/** What turns events into the form that each client wants; types without a shaper go out as they are. */
export const shapers: readonly Shaper[] = [
  messageShaper as Shaper,
  typingShaper as Shaper,
  userShaper as Shaper,
]
