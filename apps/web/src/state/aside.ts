import type { MessageView, View } from '@tagma/contract/address.ts'

/** The parts of the aside: what the conversation is, and who is in it. */
export const asideTabs = ['about', 'people'] as const
export type AsideTab = (typeof asideTabs)[number]

/** The aside while it is open. */
export interface AsideState {
  readonly tab: AsideTab
  /** Whether the focus moves into it when it appears. */
  readonly takesFocus: boolean
}

/** Returns what the aside can be about: a conversation, or a channel. Other views have none. */
export function asideSubject(view: View): MessageView | undefined {
  if (view.kind === 'conversation') return view
  return view.kind === 'feed' && view.channelId !== undefined ? view : undefined
}
