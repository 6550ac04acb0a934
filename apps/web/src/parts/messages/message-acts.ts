import type { Message } from '@tagma/sync/messages/message.ts'
import type { ReactionGroup } from './reaction-groups.ts'
import type { ButtonChoice } from './widget-state.ts'

/** Reactions to presses in a message. The screen around the list provides them: the same object all the time. */
export interface MessageActs {
  /** Adds one's reaction, or takes it back. */
  readonly react: (message: Message, reaction: Pick<ReactionGroup, 'name' | 'code' | 'type'>) => void
  readonly chooseReaction: (message: Message, anchor: Element) => void
  readonly star: (message: Message) => void
  readonly quote: (message: Message) => void
  readonly openMenu: (message: Message, anchor: Element | { readonly x: number; readonly y: number }) => void
  readonly openPerson: (userId: number, anchor: Element) => void
  readonly openGroup: (groupId: number, anchor: Element) => void
  /** Shows who chose a reaction. `place` is its index among the reactions of the message. */
  readonly openReaction: (message: Message, place: number) => void
  readonly openHistory: (message: Message) => void
  /** Opens an address of the application: all from `#` on. */
  readonly openAddress: (address: string) => void
  /** Shows a picture or video large. `link` leads to it. */
  readonly openMedia: (message: Message, link: HTMLAnchorElement) => void
  /** Takes a step in a poll or to-do list. Resolves with whether the server took it; a refusal is shown. */
  readonly takeStep: (message: Message, step: Readonly<Record<string, unknown>>) => Promise<boolean>
  /** Presses a button of a bot. Settles when the server has answered. */
  readonly pressButton: (message: Message, choice: ButtonChoice) => Promise<void>
  /** Selects a message among several, or leaves it out again. */
  readonly select: (message: Message) => void
  readonly setCollapsed: (message: Message, isCollapsed: boolean) => void
  readonly unsent: (message: Message, act: 'edit' | 'copy' | 'discard' | 'again') => void
}

/** The state of one's own message that the server has not confirmed. */
export type Sending =
  | { readonly kind: 'sending' }
  /** `reason`: the sentence of the server. */
  | { readonly kind: 'failed'; readonly reason: string }
  /** Nobody knows whether it arrived: the writer decides. */
  | { readonly kind: 'unsure' }
