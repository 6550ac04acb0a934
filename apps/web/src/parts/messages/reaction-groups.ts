import type { Reaction } from '@tagma/contract/objects/message.ts'

/** One emoji on a message, with those who chose it. */
export interface ReactionGroup {
  readonly name: string
  readonly code: string
  readonly type: Reaction['reaction_type']
  /** In the order of reacting. */
  readonly userIds: readonly number[]
}

/** The most people who are named beside a reaction. */
const mostNames = 3

/** Names of one namespace: other servers' clients use the older one. */
const sameType = (type: Reaction['reaction_type']) =>
  type === 'zulip_extra_emoji' ? 'service_extra_emoji' : type

/** Joins the reactions to a message by emoji, in the order in which each emoji came first. */
export function reactionGroups(reactions: readonly Reaction[]): ReactionGroup[] {
  const groups = new Map<string, ReactionGroup & { readonly userIds: number[] }>()
  for (const { emoji_name: name, emoji_code: code, reaction_type: type, user_id: userId } of reactions) {
    const key = `${sameType(type)} ${code}`
    const group = groups.get(key)
    if (!group) groups.set(key, { name, code, type, userIds: [userId] })
    else if (!group.userIds.includes(userId)) group.userIds.push(userId)
  }
  return [...groups.values()]
}

/** Whether the people of a group are named. Else their number stands there. */
export function areNamed({ userIds }: ReactionGroup, showsNames: boolean): boolean {
  return showsNames && userIds.length <= mostNames
}
